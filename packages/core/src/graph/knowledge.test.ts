import { expect, test } from "vitest";
import { parseArrow, parseTiers, searchRules } from "./knowledge.js";

const NAMES = ["age", "dose", "response"];

test("arrows are read in both directions, with names that have blanks", () => {
  expect(parseArrow("blood pressure -> age", "forbid")).toEqual({ from: "blood pressure", to: "age" });
  expect(parseArrow("a<-b", "forbid")).toEqual({ from: "b", to: "a" });
  expect(parseArrow(" a → b ", "require")).toEqual({ from: "a", to: "b" });
  expect(parseArrow("a ← b", "require")).toEqual({ from: "b", to: "a" });
});

test.each(["", "a", "a ->", "-> b", "a -> b -> c", "a - b"])("%j is no arrow", (words) => {
  expect(() => parseArrow(words, "forbid")).toThrow(/option forbid: .*expected an arrow such as/);
});

test("tiers are read from one line or several", () => {
  expect(parseTiers("age, sex < dose < response")).toEqual([["age", "sex"], ["dose"], ["response"]]);
  expect(parseTiers("age, sex\ndose\n\nresponse\n")).toEqual([["age", "sex"], ["dose"], ["response"]]);
  expect(() => parseTiers("age, sex")).toThrow(/option tiers: .*two or more groups/);
});

test("forbidden arrows, later tiers and a column itself are not allowed", () => {
  const { allows } = searchRules(NAMES, { forbid: [{ from: "age", to: "response" }], tiers: [["age"], ["dose"]] });
  expect([allows(0, 2), allows(2, 0), allows(1, 0), allows(0, 1), allows(2, 1), allows(1, 2), allows(1, 1)]).toEqual([
    ...[false, true, false, true, true, true, false],
  ]);
});

test.each([
  [{ require: [{ from: "age", to: "dose" }], forbid: [{ from: "age", to: "dose" }] }, /option require: age -> dose/],
  [{ require: [{ from: "dose", to: "age" }], tiers: [["age"], ["dose"]] }, /option require: dose -> age/],
  [
    { require: ["age dose", "dose response", "response age"].map((each) => arrow(each)) },
    /option require: response -> age; expected arrows that make no circle/,
  ],
  [{ tiers: [["age"], ["age"]] }, /option tiers: "age" twice/],
  [{ forbid: [{ from: "sex", to: "age" }] }, /option forbid "sex": no such column/],
  [{ tiers: [["Dose"], ["age"]] }, /option tiers "Dose": no such column .*Did you mean "dose"\? /],
  [{ require: [arrow("age age")] }, /option require: "age -> age"; expected an arrow between two columns/],
  [{ forbid: [arrow("age age")] }, /option forbid: "age -> age"; expected an arrow between two columns/],
])("what contradicts itself is refused: %j", (knowledge, message) => {
  expect(() => searchRules(NAMES, knowledge)).toThrow(message);
});

test("more required parents than allowed are refused, the same one twice counts once", () => {
  const two = [arrow("age response"), arrow("dose response")];
  expect(() => searchRules(NAMES, { require: two }, 1)).toThrow(/2 parents of "response"; expected at most 1/);
  expect(searchRules(NAMES, { require: [two[0], two[0]] }, 1).required).toEqual([[0, 2]]);
});

function arrow(words: string) {
  const [from, to] = words.split(" ");
  return { from, to };
}
