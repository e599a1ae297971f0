import { expect, test } from "vitest";
import {
  constantColumn,
  InputError,
  memoryExceeded,
  option,
  shown,
  text,
  textWith,
  whereUsable,
  wrongOption,
} from "./errors.js";

const failing = (fault: Error) => () => {
  throw fault;
};

test("leaves out errors of the input, and no others", () => {
  expect(whereUsable(() => undefined)).toEqual([undefined]);
  expect(whereUsable(failing(constantColumn("a", 1)))).toEqual([]);
  const fault = new TypeError("ours");
  expect(() => whereUsable(failing(fault))).toThrow(fault);
});

const flags = (name: string) => `--${name.toLowerCase()}`;

test("a text mentions options, which every surface calls by words of its own", () => {
  const advice = text`Draw ${200} rows with ${option("maxRows")}, or see ${option("trim")}.`;
  expect(advice).toEqual(["Draw 200 rows with ", { option: "maxRows" }, ", or see ", { option: "trim" }, "."]);
  expect(textWith(advice)).toBe("Draw 200 rows with option maxRows, or see option trim.");
  expect(textWith(advice, flags)).toBe("Draw 200 rows with --maxrows, or see --trim.");
  expect(textWith(JSON.parse(JSON.stringify(advice)), flags)).toBe(textWith(advice, flags));
});

test("a text without options is a string, and texts within texts are joined", () => {
  expect(text`${"a"}, ${1} b`).toBe("a, 1 b");
  expect(text`First: ${text`set ${option("x")} `}now.`).toEqual(["First: set ", { option: "x" }, " now."]);
});

test("an error has its parts in the library's words, and gives them in those of another surface", () => {
  const error = memoryExceeded("the score", 100, 1e6);
  expect(error.remedy).toBe("Draw fewer rows with option maxRows, or allow more with option memoryLimit.");
  expect(error.message).toBe(
    `the score: 100 rows need more than 1 MB; expected data that fit into this memory. ${error.remedy}`,
  );
  const { message, remedy } = error.inWords(flags);
  expect(remedy).toBe("Draw fewer rows with --maxrows, or allow more with --memorylimit.");
  expect(message).toBe(`the score: 100 rows need more than 1 MB; expected data that fit into this memory. ${remedy}`);
  expect(wrongOption("trim", 2, "less").inWords(flags).place).toBe("--trim");
  expect(new InputError(error.problem).message).toBe(error.message);
});

test("two digits of the largest numbers too, and of all others as before", () => {
  const expected = { "1.8e+308": Number.MAX_VALUE, "-1.8e+308": -Number.MAX_VALUE, "1e+5": 1e5, "1.2e-7": 1.23e-7 };
  for (const [words, value] of Object.entries({ ...expected, "12000": 12345, "0": 0 }))
    expect(shown(value)).toBe(words);
});
