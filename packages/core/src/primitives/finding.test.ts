import { expect, test } from "vitest";
import {
  distinctFindings,
  type Finding,
  type FindingCode,
  findingGroups,
  foremostFindings,
  type Severity,
} from "./finding.js";

const finding = (code: string, severity: Severity, direction?: Finding["direction"], column?: string): Finding => ({
  ...{ code: code as FindingCode, severity, direction, column },
  ...{ value: 0, sentence: "", advice: "" },
});

test("the pair's come first, then those of x->y and of y->x; in a group the worst first, else in order", () => {
  const groups = findingGroups([
    ...[finding("a", "pass", "y->x"), finding("b", "note", "x->y"), finding("c", "pass"), finding("d", "warn")],
    ...[finding("e", "fail", "x->y"), finding("f", "warn"), finding("g", "warn", "x->y")],
  ]);
  const shown = groups.map(({ direction, members }) => [
    direction,
    ...members.map((member) => member.finding.code + member.symbol),
  ]);
  expect(shown).toEqual([
    [undefined, "d!", "f!", "c✓"],
    ["x->y", "e✕", "g!", "bi"],
    ["y->x", "a✓"],
  ]);
});

test("there are no empty groups", () => {
  expect(findingGroups([finding("a", "pass", "y->x")]).map(({ direction }) => direction)).toEqual(["y->x"]);
  expect(findingGroups([])).toEqual([]);
});

test("of findings with the same code, direction and column the worst stays, at the place of the first", () => {
  const findings = [
    ...[finding("a", "warn"), finding("b", "note"), finding("a", "fail"), finding("b", "note", "x->y")],
    ...[finding("b", "pass"), finding("a", "note", undefined, "dose")],
  ];
  expect(distinctFindings(findings)).toEqual([findings[2], findings[1], findings[3], findings[5]]);
});

test("foremost: the gate's own, then by severity, equal ones as given; two at most, the others counted, passed ones not", () => {
  const findings = [
    ...[finding("ties", "note"), finding("fit", "pass"), finding("heavy-tails", "warn"), finding("few-rows", "fail")],
    ...[finding("support", "fail"), finding("discrete", "warn")],
  ];
  const codes = (gate?: FindingCode) => foremostFindings(findings, gate).shown.map(({ code }) => code);
  expect(codes()).toEqual(["few-rows", "support"]);
  expect(codes("discrete")).toEqual(["discrete", "few-rows"]);
  expect(foremostFindings(findings).more).toBe(3);
  expect(foremostFindings(findings.slice(0, 2))).toEqual({ shown: [findings[0]], more: 0 });
});
