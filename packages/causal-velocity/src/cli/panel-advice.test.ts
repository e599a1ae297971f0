import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.js";
import { decideCommand } from "./commands/decide.js";
import { explainCommand } from "./commands/explain.js";

const SUBJECTS = 30;
const TIMES = 12;
const ORDERS = ["by subject", "by time", "shuffled"] as const;

interface Panel {
  readonly order: (typeof ORDERS)[number];
  readonly isText: boolean;
  readonly seed: number;
  /** Without a subject in ten rows or so. */
  readonly isBalanced?: boolean;
}

/** Rows of subjects that differ in level, each a random walk: subject, year, plan (one for each subject), x, y, skewed. */
function panel({ order, isText, seed, isBalanced = true }: Panel): string {
  const rng = seededRng(seed).split("panel");
  const rows: { readonly key: number; readonly cells: readonly (string | number)[] }[] = [];
  for (let subject = 0; subject < SUBJECTS; subject++) {
    const [level, plan] = [3 * rng.normal(), rng.normal()];
    let [x, y] = [level, -level];
    for (let time = 0; time < TIMES; time++) {
      x += rng.normal();
      y += rng.normal() + 0.2 * x;
      const keys = {
        "by subject": subject * TIMES + time,
        "by time": time * SUBJECTS + subject,
        shuffled: rng.uniform(),
      };
      const name = isText ? `Person ${subject}` : 1000 + 7 * subject;
      const cells = [name, 1990 + time, plan, x, y, Math.exp(x / 2)];
      if (isBalanced || rng.uniform() < 0.9) rows.push({ key: keys[order], cells });
    }
  }
  rows.sort((a, b) => a.key - b.key);
  return ["subject,year,plan,x,y,skewed", ...rows.map(({ cells }) => cells.join(","))].join("\n");
}

/** The commands that are to be pasted, but for the one that explains the verdict above it. */
function pasted(out: string): string[][] {
  const lines = out.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line.startsWith("npx causal-velocity decide"))
    .map((line) => {
      const words = line.slice("npx causal-velocity decide ".length);
      return execFileSync("sh", ["-c", `printf '%s\\n' ${words}`], { encoding: "utf8" })
        .split("\n")
        .slice(0, -1);
    });
}

describe("what is pasted for rows of subjects", () => {
  const original = process.stdout.isTTY;
  beforeAll(() => {
    process.stdout.isTTY = true;
  });
  afterAll(() => {
    process.stdout.isTTY = original;
  });
  const panels: Panel[] = ORDERS.flatMap((order, k) =>
    [true, false].map((isText, i) => ({ order, isText, isBalanced: i + k !== 2, seed: 1 + 2 * k + i })),
  );

  test.each(panels)(
    "$order, texts: $isText, balanced: $isBalanced: no difference or verdict across subjects",
    async (made) => {
      const file = join(temporaryFolder(), "panel.csv");
      writeFileSync(file, panel(made));
      let [followed, differenced] = [0, 0];
      for (const [x, y] of [
        ["x", "y"],
        ["plan", "y"],
        ["year", "y"],
        ["skewed", "y"],
      ] as const) {
        const out = await decideCommand([file, "--x", x, "--y", y]);
        for (const words of pasted(out)) {
          expect(words.slice(words.indexOf("--cluster")).slice(0, 2), out).toEqual(["--cluster", "subject"]);
          followed += 1;
          if (words.includes("--diff")) {
            differenced += 1;
            expect([x, y]).not.toContain("plan");
            expect([x, y]).not.toContain("year");
          }
          const again = JSON.parse(await decideCommand([...words, "--json"]));
          expect(again.clusters).toEqual({ name: "subject", count: SUBJECTS });
        }
        const { findings } = JSON.parse(await decideCommand([file, "--x", x, "--y", y, "--json"]));
        expect(findings.filter(({ advised }: { advised?: object }) => advised && "diff" in advised)).toEqual([]);
      }
      if (made.order === "by subject") expect(differenced).toBeGreaterThan(0);
      // Of shuffled rows only what a finding of another kind advises.
      if (made.order !== "shuffled") expect(followed).toBeGreaterThan(0);
    },
  );

  test("nothing for one series, for few subjects, and for columns that may both be subjects", async () => {
    const folder = temporaryFolder();
    const rows = panel({ order: "by subject", isText: true, seed: 3 })
      .split("\n")
      .map((line) => line.split(","));
    const tables = {
      series: rows.map((cells) => cells.slice(3).join(",")),
      few: rows.map(([name, ...rest], i) => [i === 0 ? name : `Person ${Math.floor((i - 1) / 36)}`, ...rest].join(",")),
      crossed: rows.map((cells, i) => [i === 0 ? "product" : `Product ${i % 23}`, ...cells].join(",")),
    };
    for (const [name, lines] of Object.entries(tables)) {
      const file = join(folder, `${name}.csv`);
      writeFileSync(file, lines.join("\n"));
      const out = await decideCommand([file, "--x", "x", "--y", "y"]);
      expect(out).toContain("Rows follow each other");
      expect(pasted(out), name).toEqual([]);
    }
  });

  test("explain pastes no difference without the subjects", async () => {
    const file = join(temporaryFolder(), "panel.csv");
    writeFileSync(file, panel({ order: "by subject", isText: true, seed: 4 }));
    const out = await explainCommand([file, "--x", "x", "--y", "y"]);
    expect(out).toContain("--diff x,y --cluster subject");
    for (const line of out.split("\n")) if (line.includes("--diff")) expect(line).toContain("--cluster subject");
  });
});
