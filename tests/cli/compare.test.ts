import { decide, pairFromTable, parseTable, seededRng } from "causal-velocity";
import { compareMethods, methodNamed as methodEntry, allMethods as methods } from "causal-velocity/lab";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../../packages/causal-velocity/src/cli/printable.js";
import { runCli } from "./run-cli.js";

const rng = seededRng(8);
const rows = Array.from({ length: 120 }, () => {
  const x = rng.normal();
  return { x, y: x * x + 0.3 * rng.normal() };
});
const csv = `x,y\n${rows.map(({ x, y }) => `${x},${y}\n`).join("")}`;

/** A network trained for a thousand steps takes seconds. */
const SLOW = ["rank-pnl", "loci-nn-hsic", "loci-nn-lik"];
const AFFORDABLE = methods.map(({ name }) => name).filter((name) => !SLOW.includes(name));

describe("causal-velocity decide --compare", () => {
  const pair = pairFromTable(parseTable(csv));

  test("one line for each method: what it says, how strongly, whether it agrees, what it assumes", () => {
    const { code, out } = runCli(["decide", "-", "--compare", "--method", "resit"], csv);
    expect(code).toBe(0);
    for (const line of out.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    const { opinions, reference } = compareMethods(pair, { method: "resit" });
    expect(opinions.map(({ entry }) => entry.name)).toEqual(AFFORDABLE);
    expect(out.replaceAll(/\s+/g, " ")).toContain(`take long or were not timed: ${SLOW.join(", ")}.`);
    for (const { entry, decision, strength, agrees, uncounted } of opinions) {
      const says = decision?.verdict === "cannot-tell" ? "\\?" : decision?.verdict.replace("->", " → ");
      const answer = agrees === undefined ? "\\?" : agrees ? "yes" : "no";
      const mark = entry.name === "resit" ? "—" : uncounted ? `\\(${answer}\\)` : answer;
      const size = !strength ? "" : strength < 0.001 ? "< 0.001" : strength.toFixed(3);
      const assumes = (entry.assumesInShort ?? "").replaceAll(/[()]/g, "\\$&");
      expect(out).toMatch(new RegExp(`^ {2}${entry.name} +${says} +${size} +${mark} +${assumes}$`, "m"));
    }
    const counted = opinions.filter(({ uncounted }) => uncounted === undefined);
    const same = counted.filter(({ decision }) => decision?.verdict === reference.verdict).length;
    expect(out).toContain(`${same} say ${reference.verdict.replace("->", " → ")}`);
    expect(out.replace(/\s+/g, " ")).toContain(`of ${counted.length} methods besides resit; near copies count once.`);
  });

  test("--json: the decisions that each method gives alone on as many rows", () => {
    const args = ["decide", "-", "--compare", "--json", "--trim", "0.1", "--seed", "4", "--max-rows", "100"];
    const record = JSON.parse(runCli(args, csv).out);
    expect(record).toMatchObject({
      schema: "causal-velocity/comparison@1",
      seed: 4,
      reference: "default",
      leftOut: SLOW,
    });
    expect(record.methods).toHaveLength(AFFORDABLE.length);
    for (const { method, margin, cost, strength, agrees, rows, options } of record.methods) {
      const trim = Object.hasOwn(methodEntry(method).defaults, "trim") ? { trim: 0.1 } : {};
      const alone = decide(pair, { method: methodEntry(method), seed: 4, maxRows: 100, ...trim });
      expect({ margin, cost, rows, options }).toEqual({
        margin: alone.margin,
        cost: alone.cost,
        rows: alone.rows,
        options: alone.options,
      });
      const size = Math.abs(cost["x->y"]) + Math.abs(cost["y->x"]);
      if (methodEntry(method).costs === "difference") expect(strength).toBeNull();
      else expect(strength).toBeCloseTo(alone.verdict === "cannot-tell" ? 0 : Math.abs(margin) / size, 12);
      if (alone.verdict !== "cannot-tell") expect(agrees).toBe(alone.verdict === record.methods[0].verdict);
    }
    const names = (isCounted: boolean) =>
      record.methods
        .filter(({ counted }: { counted: boolean }) => counted === isCounted)
        .map(({ method }: { method: string }) => method);
    expect(names(false)).toEqual(
      expect.arrayContaining(["default", "v-zero", "cdci-ctv", "anm-gp-ml", "resit", "basis"]),
    );
    expect(names(true)).toEqual(expect.arrayContaining(["v-lsnm", "cdci-ckl", "anm-gp", "lingam", "weak"]));
  });

  test("a method that has nothing to compare says so once, and the others continue", () => {
    const few = `a,b\n${rows
      .slice(0, 25)
      .map(({ x, y }) => `${x},${y}\n`)
      .join("")}`;
    const { out } = runCli(["decide", "-", "--compare"], few);
    expect(out.match(/Fewer than two levels of "a"/g)).toHaveLength(1);
    expect(out).toMatch(/^ {2}cdci-ckl +\? +\? +location/m);
    expect(out).toMatch(/\d+ cannot tell,\s+of \d+ methods\s+besides default/);
  });

  test("what is wrong with the data or the options is refused as without --compare", () => {
    expect(runCli(["decide", "-", "--compare"], "a,b\n1,2\n2,3\n").code).toBe(3);
    expect(runCli(["decide", "-", "--compare", "--score", "magic"], csv).code).toBe(2);
    expect(runCli(["decide", "-", "--compare", "--method", "magic"], csv).code).toBe(2);
  });
});
