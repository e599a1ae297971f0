import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fewRowsFinding } from "../pair/inspect.js";
import { pairFromColumns } from "../pair/pair.js";
import { seededRng } from "../primitives/random.js";
import { decide } from "./decide.js";
import { reasonSentences, verdictSentence } from "./verdict-sentence.js";

const document = (path: string): string => readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), "utf8");

test("of two pairs with equally many rows, the one without a verdict says what its rows do not show", () => {
  const rng = seededRng(3);
  const x = Float64Array.from({ length: 51 }, () => rng.normal());
  const curve = x.map((value) => value ** 2 + value + 0.2 * rng.uniform());
  expect(decide(pairFromColumns(x, curve)).verdict).toBe("x->y");
  const alone = decide(
    pairFromColumns(
      x,
      x.map(() => rng.normal()),
    ),
  );
  expect(alone.gate).toBe("few-rows");
  expect(verdictSentence(alone)).toBe("Cannot tell: no dependence was found in so few rows.");
  expect(reasonSentences(alone)[0]).toContain("so few different rows");
  expect(alone.findings.filter(({ code }) => code === "few-rows").map(({ sentence }) => sentence)).toEqual([
    "51 different rows show no dependence; below 100 rows that says little.",
  ]);
});

test("rows on a line are that, however few they are", () => {
  const x = Float64Array.from({ length: 40 }, (_, i) => Math.sin(i));
  expect(
    decide(
      pairFromColumns(
        x,
        x.map((value) => 3 - 2 * value),
      ),
    ).gate,
  ).toBe("linear-gaussian");
});

test("a column of six values is not said to have two", () => {
  const rng = seededRng(1);
  const x = Float64Array.from({ length: 200 }, () => rng.normal());
  const y = x.map((value, i) => (i % 5 < 3 ? 0 : 1 + (i % 5) + (value > 0 ? 2 : 0)));
  const two = decide(
    pairFromColumns(
      x,
      x.map((value) => (value > 0 ? 1 : 0)),
    ),
  );
  const six = decide(pairFromColumns(x, y));
  const sentences = (decision: typeof six) => decision.findings.filter(({ code }) => code === "discrete");
  expect(six.gate).toBe("discrete");
  expect(sentences(six)[0].sentence).toMatch(
    /^Column "y" has one value in 120 of 200 rows, and no other in more than \d+\.$/,
  );
  expect(sentences(two)[0].sentence).toBe('Column "y" has only 2 different values in 200 rows.');
});

test("a pair of series that may be jointly normal is one of rows that follow each other", () => {
  const rng = seededRng(3);
  const [x, y] = [new Float64Array(264), new Float64Array(264)];
  let [level, noise] = [0, 0];
  for (let i = 0; i < 264; i++) {
    level = 0.8 * level + rng.normal();
    noise = 0.8 * noise + rng.normal();
    [x[i], y[i]] = [Math.exp(level / 4), level + noise];
  }
  const pair = pairFromColumns(x, y);
  expect(decide(pair, { unordered: true }).gate).toBe("gaussian-copula");
  expect(decide(pair)).toMatchObject({ verdict: "cannot-tell", gate: "ordered-rows" });
});

test("a decision has the names of cause and effect where it has a verdict, whichever way it came about", () => {
  const rng = seededRng(3);
  const x = Float64Array.from({ length: 300 }, () => rng.normal());
  const y = x.map((value) => value ** 2 + value + 0.2 * rng.uniform());
  const pair = pairFromColumns(y, x, { x: "effort", y: "dose" });
  expect(decide(pair)).toMatchObject({ verdict: "y->x", cause: "dose", effect: "effort" });
  const group = { name: "who", codes: Uint32Array.from(x, (_, i) => i % 30), count: 30 };
  expect(decide({ ...pair, groups: group })).toMatchObject({ verdict: "y->x", cause: "dose", effect: "effort" });
  const clustered = decide({ ...pair, clusters: group });
  expect("cause" in clustered).toBe(clustered.verdict !== "cannot-tell");
  const given = decide(pair, { given: [{ name: "z", values: x.map(() => rng.normal()) }] });
  expect(given).toMatchObject(
    given.verdict === "y->x" ? { cause: "dose", effect: "effort" } : { verdict: "cannot-tell" },
  );
  const none = decide(
    pairFromColumns(
      x,
      x.map(() => rng.normal()),
    ),
  );
  expect(none.verdict).toBe("cannot-tell");
  expect(none).not.toHaveProperty("cause");
  expect(none).not.toHaveProperty("effect");
});

test("the documents say what the code does with few rows, in one place", () => {
  const page = document("methods/default.md");
  const rule = page.split("\n").find((line) => line.startsWith("**Few rows.**")) ?? "";
  expect([20, 50, 100, 150, 200].filter((count) => !rule.includes(`${count}`))).toEqual([]);
  expect([49, 50, 199, 200].map((rows) => fewRowsFinding(rows).severity)).toEqual(["fail", "warn", "warn", "pass"]);
  expect(rule).toContain("warns below 200 and fails below 50");
  for (const path of ["diagnostics.md", "guide.md"]) expect(document(path)).toContain("methods/default.md#few-rows");
});
