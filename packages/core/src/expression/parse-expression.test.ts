import { describe, expect, test } from "vitest";
import { failure } from "../../../../tests/support/failure.js";
import { nearestName } from "../primitives/did-you-mean.js";
import { seededRng } from "../primitives/random.js";
import { asName } from "./expression-parser.js";
import { conditionValue, expressionValue } from "./expression-value.js";
import { type ColumnNames, parseCondition, parseFormula } from "./parse-expression.js";

const NAMES = ["a", "b", "age", "body mass", "e", "log", "and", "Größe", "Sepal.Length", "odd]name", "x*y"];
const COLUMNS: ColumnNames = {
  find: (name) => (NAMES.includes(name) ? NAMES.indexOf(name) : undefined),
  near: (name) => nearestName(name, NAMES),
};

/** The value of an expression in the only row, given the values of the columns. */
function computed(words: string, values: Readonly<Record<string, number>>): number {
  const { expression } = parseFormula(`new = ${words}`, COLUMNS);
  return expressionValue(expression, (position) => () => values[NAMES[position] as string] as number)(0);
}

const isTrue = (words: string, values: Readonly<Record<string, number | string>>): number =>
  conditionValue(
    parseCondition(words, COLUMNS),
    (position) => () => values[NAMES[position] as string] as number,
    (position, text, operator) => () => Number((values[NAMES[position] as string] === text) === (operator === "==")),
  )(0);

describe("a new column", () => {
  test.each<[string, Record<string, number>, number]>([
    ["a + 2 * b", { a: 1, b: 3 }, 7],
    ["[body mass] / a^2", { "body mass": 80, a: 2 }, 20],
    ["-a^2", { a: 3 }, -9],
    ["a^0.5", { a: 9 }, 3],
    ["a^b", { a: 2, b: 0.5 }, Math.SQRT2],
    ["0 * a + e", { a: 1, e: 5 }, 5],
    ["log(e)", { e: 1 }, 0],
    ["log + 1", { log: 2 }, 3],
    ["log(log)", { log: 1 }, 0],
    ["[and] + [log]", { and: 1, log: 2 }, 3],
    ["Größe * Sepal.Length", { Größe: 2, "Sepal.Length": 4 }, 8],
    ["[odd]]name] + [x*y]", { "odd]name": 1, "x*y": 2 }, 3],
    ["pi * a", { a: 1 }, Math.PI],
  ])("%s", (words, values, value) => {
    expect(computed(words, values)).toBeCloseTo(value, 14);
  });

  test("its name is a word, or stands in brackets", () => {
    expect(parseFormula("bmi = a", COLUMNS).name).toBe("bmi");
    expect(parseFormula("[a per b] = a / b", COLUMNS).name).toBe("a per b");
  });

  test.each(["a", "body mass", "and", "log", "odd]name", "x*y", "Größe", "12"])(
    "the name %j is read back as it is written",
    (name) => {
      const found: string[] = [];
      const find = (each: string): number => found.push(each);
      parseFormula(`new = ${asName(name)}`, { find, near: () => undefined });
      expect(found).toEqual([name]);
    },
  );

  test.each([
    ["bmi", 4, "the end", '= after the name, as in "bmi = weight / height^2"'],
    ["= a", 1, '"="', "a name for the new column"],
    ["3 = a", 1, '"3"', "a name for the new column"],
    ["bmi = a b", 9, '"b"', "an operator such as *"],
    ["bmi = ag", 7, 'unknown name "ag"', "a column, pi, e, or a function"],
    ["bmi = [no such]", 7, 'unknown name "no such"', "a column, pi, e"],
    ["bmi = a > 3", 9, '">"', "a number; comparisons belong in option where"],
    ["bmi = (a)(", 10, '"("', "an operator such as *"],
    ['bmi = "f"', 7, "f", "a number"],
    ["bmi = [a", 7, '"["', "a ] that closes it"],
    ["bmi = 1/0", 7, "1/0, which is Infinity", "a finite number"],
    ["bmi = sqrt a", 12, '"a"', "( after sqrt, as in sqrt(age)"],
  ])("%s: character %i, %s", (words, character, value, expected) => {
    const error = failure(() => parseFormula(words, COLUMNS));
    expect(error).toMatchObject({ code: "wrong-expression", place: `option with, character ${character}`, value });
    expect(error.expected).toContain(expected);
    expect(error.remedy).toContain("⟨here⟩");
  });

  test("an unknown name comes with the one that was probably meant, as an expression has it", () => {
    expect(failure(() => parseFormula("c = agee", COLUMNS)).remedy).toMatch(/^Did you mean age\? At the mark/);
    expect(failure(() => parseFormula("c = [body mss]", COLUMNS)).remedy).toMatch(/^Did you mean \[body mass\]\?/);
  });
});

describe("a condition", () => {
  test.each<[string, Record<string, number | string>, number]>([
    ["age > 18", { age: 19 }, 1],
    ["age > 18", { age: 18 }, 0],
    ["age >= 18 and age < 65", { age: 18 }, 1],
    ["not age == 18", { age: 18 }, 0],
    ["age = 18", { age: 18 }, 1],
    ["age != 18", { age: 17 }, 1],
    ["a > 1 or b > 1 and age > 1", { a: 2, b: 0, age: 0 }, 1],
    ["(a > 1 or b > 1) and age > 1", { a: 2, b: 0, age: 0 }, 0],
    ["NOT (a > 1) AND b <= 1", { a: 0, b: 1 }, 1],
    ["(a + b) * 2 > 3", { a: 1, b: 1 }, 1],
    ["((a)) > (1)", { a: 2 }, 1],
    ['a == "f"', { a: "f" }, 1],
    ["'f' != a", { a: "f" }, 0],
    ['a == "it is f" or b > 1', { a: "f", b: 2 }, 1],
    ["[and] > 1 and [log] > 1", { and: 2, log: 2 }, 1],
  ])("%s", (words, values, value) => {
    expect(isTrue(words, values)).toBe(value);
  });

  test("what is unknown decides nothing: three-valued logic, in all cases", () => {
    const values = { 1: 2, 0: 0, NaN: Number.NaN };
    for (const a of [1, 0, Number.NaN]) {
      expect(isTrue("not a > 1", { a: values[String(a) as "1"] })).toBe(1 - a);
      for (const b of [1, 0, Number.NaN]) {
        const both = { a: values[String(a) as "1"], b: values[String(b) as "1"] };
        const and = a === 0 || b === 0 ? 0 : a === 1 && b === 1 ? 1 : Number.NaN;
        const or = a === 1 || b === 1 ? 1 : a === 0 && b === 0 ? 0 : Number.NaN;
        expect(isTrue("a > 1 and b > 1", both)).toBe(and);
        expect(isTrue("a > 1 or b > 1", both)).toBe(or);
      }
    }
  });

  test.each([
    ["age", 1, "age, which compares nothing", "a comparison such as age > 18"],
    ["age > 18 and b", 14, "b, which compares nothing", "a comparison"],
    ["18 < age < 65", 10, "a second comparison in a row", "and between two comparisons"],
    ['"f"', 1, '"f", which compares nothing', "a comparison"],
    ['a + 1 == "f"', 7, '== "f"', "a column on one side"],
    ['"f" == "g"', 5, '== "g"', "a column on one side"],
    ['a + "f" > 1', 5, '"f"', "a number; text is compared with a column"],
    ["(a > 1) + 1 > 2", 1, "(a > 1)", "a number; comparisons belong"],
    ["a > 1 && b > 1", 7, '"&"', "and, or, not"],
    ["a > 1 b > 1", 7, '"b"', "an operator, and, or, or the end"],
    ["age == f", 8, 'unknown name "f"', 'a column, text in quotes ("f"), pi'],
    ["a == 'f", 6, `"'"`, "a ' that closes it"],
    ["not", 4, "the end", "a number, a column"],
    ["", 1, "the end", "a number, a column"],
  ])("%s: character %i, %s", (words, character, value, expected) => {
    const error = failure(() => parseCondition(words, COLUMNS));
    expect(error).toMatchObject({ code: "wrong-expression", place: `option where, character ${character}`, value });
    expect(error.expected).toContain(expected);
  });

  test("any text gives a condition or an InputError, nothing else", () => {
    const rng = seededRng(43);
    const words = ["a", "b", "1", ">", "<=", "==", "and", "or", "not", "(", ")", "age", "+", "'f'"];
    const odd = [..."=!()[]'\"-*/^0.,é🙂", "log", "body mass", "[a]"];
    let read = 0;
    for (let i = 0; i < 20_000; i++) {
      const length = 1 + Math.floor(12 * rng.uniform());
      const from = rng.uniform() < 0.7 ? words : [...words, ...odd];
      const text = Array.from({ length }, () => from[Math.floor(from.length * rng.uniform())]).join(" ");
      try {
        const value = isTrue(text, { a: 1, b: 2, age: 3 });
        expect(value === 0 || value === 1 || Number.isNaN(value)).toBe(true);
        read += 1;
      } catch (error) {
        expect(error, text).toMatchObject({ code: "wrong-expression" });
      }
    }
    expect(read).toBeGreaterThan(50);
  });

  test("depth is bounded", () => {
    expect(failure(() => parseCondition("(".repeat(300), COLUMNS)).expected).toBe("at most 100 levels");
    expect(failure(() => parseCondition(`${"not ".repeat(300)}a > 1`, COLUMNS)).expected).toBe("at most 100 levels");
  });
});
