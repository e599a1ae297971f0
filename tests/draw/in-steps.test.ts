import { svgText } from "@causal-velocity/draw";
import { DOMParser } from "linkedom/worker";
import { expect, test } from "vitest";
import { drawFigureInSteps } from "../../packages/draw/src/draw-figure.js";
import { drawn } from "./drawn.js";
import { sampleFigures } from "./sample-figures.js";

const document = new DOMParser().parseFromString("<svg/>", "image/svg+xml") as unknown as Document;

test("a figure in steps pauses before every panel and in the middle of it, and is the same figure, whatever is drawn between", () => {
  for (const figure of sampleFigures) {
    const steps = drawFigureInSteps(figure, { theme: "light", document });
    let pauses = 0;
    let step = steps.next();
    while (!step.done) {
      pauses += 1;
      drawn(sampleFigures[0]);
      step = steps.next();
    }
    expect(pauses, figure.id).toBe(2 * figure.panels.length);
    expect(svgText(step.value) === svgText(drawn(figure)), figure.id).toBe(true);
  }
});
