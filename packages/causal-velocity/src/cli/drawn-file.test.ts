import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { expect, test } from "vitest";
import { missingLetters, missingText } from "./drawn-file.js";

/** Letters that the font of PNGs lacks, one in every place that shows words. */
const figure: Figure = {
  id: "f",
  title: "東",
  caption: "not in the picture: 外",
  panels: [
    {
      title: "京",
      x: { kind: "number", label: "大" },
      y: { kind: "names", label: "阪", names: ["名", "plain"] },
      marks: [
        { kind: "bars", tone: "ink", label: "古", names: ["名"], value: Float64Array.of(1) },
        { kind: "words", tone: "ink", x: Float64Array.of(1), y: Float64Array.of(0), text: ["屋"] },
      ],
    },
  ],
};

test("letters of all words in a PNG are looked for, and in no other file", async () => {
  expect((await missingLetters(figure, "figure.PNG")).sort()).toEqual([..."東京大阪名古屋"].sort());
  expect(await missingLetters(figure, "figure.svg")).toEqual([]);
  expect([missingText([]), missingText(["東"])]).toEqual(["", expect.stringContaining("lacks 東:")]);
});
