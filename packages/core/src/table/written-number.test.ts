import { describe, expect, test } from "vitest";
import { CODE } from "./cell.js";
import { isDashAmount, isScale, writtenNumber } from "./written-number.js";

const [P, C] = [CODE.point | CODE.decimal, CODE.comma | CODE.decimal];

describe("a number as people write it", () => {
  test.each([
    ["1,056,366", 1056366, P, "", true],
    ["1.056.366", 1056366, C, "", true],
    ["1 056 366", 1056366, 0, "", true],
    ["1\u00a0056\u00a0366,5", 1056366.5, C, "", true],
    ["1\u202f056", 1056, 0, "", true],
    ["1\u2009056.25", 1056.25, P, "", true],
    ["1'056'366.75", 1056366.75, P, "", true],
    ["1’056", 1056, 0, "", true],
    ["12,34,567.5", 1234567.5, P, "", true],
    ["1,234", 1.234, CODE.comma | CODE.thousands, "", false],
    ["16.5%", 16.5, P | CODE.unit, "%", false],
    ["16,5 %", 16.5, C | CODE.unit, "%", false],
    ["$101.20", 101.2, P | CODE.unit, "$", false],
    ["-$5", -5, CODE.unit, "$", false],
    ["$-5", -5, CODE.unit, "$", false],
    ["€ 1.234,50", 1234.5, C | CODE.unit, "€", true],
    ["1.234,50 €", 1234.5, C | CODE.unit, "€", true],
    ["USD 12", 12, CODE.unit, "USD", false],
    ["12 CHF", 12, CODE.unit, "CHF", false],
    ["R$ 5,00", 5, C | CODE.unit, "R$", false],
    ["$3.2M", 3.2, P | CODE.unit, "$M", false],
    ["(1,234.5)", -1234.5, P | CODE.parentheses, "", true],
    ["1,234.5-", -1234.5, P, "", true],
    ["$88.25-", -88.25, P | CODE.unit, "$", true],
    ["($5)", -5, CODE.unit | CODE.parentheses, "$", false],
    ["$(5)", -5, CODE.unit | CODE.parentheses, "$", false],
    ["5 kg", 5, CODE.unit, "kg", false],
    ["5.5km/h", 5.5, P | CODE.unit, "km/h", false],
    ["21 °C", 21, CODE.unit, "°C", false],
    ["7 m²", 7, CODE.unit, "m²", false],
    ["9.81 m/s^2", 9.81, P | CODE.unit, "m/s^2", false],
    ["1.5e3 kg", 1500, P | CODE.unit, "kg", false],
    ["−3 %", -3, CODE.unit, "%", false],
    ["5 µg", 5, CODE.unit, "µg", false],
  ])("%s is %d", (cell, value, code, unit, isGrouped) => {
    expect(writtenNumber(cell)).toEqual({ value, code, unit, isGrouped });
  });

  test.each([
    ...["1/2", "1-2", "5-10", "1 2", "12 34", "1,23,45", "1.2.3", "1 234 56", "0,123,456", "1, 234", "5,", "(5", "5)"],
    ...[
      "-(5)",
      "(-5)",
      "+-5",
      "1st",
      "2nd",
      "3rd",
      "4th",
      "INV123",
      "A12",
      "12ab34",
      "5 kg net",
      "$",
      "%5",
      "~5",
      "<0.5",
    ],
    ...["2-", "12.5 -", "-5.5-", "(5.5-)", "12.5-kg"],
    ...["1,234.5e", "555-1234", "10:30", "2020-01-01", "1''234", "1 234'567", "5 * 3", "5 kg 3"],
  ])("%s is none", (cell) => {
    expect(writtenNumber(cell)).toBeUndefined();
  });

  test("units that say of which size or sign a number is are known", () => {
    for (const unit of ["k", "M", "$B", "Mio.", "€Mrd", "%", "‰", "CR"]) expect(isScale(unit), unit).toBe(true);
    for (const unit of ["kg", "m", "$", "MB"]) expect(isScale(unit), unit).toBe(false);
  });

  test("a currency with a dash is an amount of 0", () => {
    for (const cell of ["$-", "$ -", "- €", "CHF –", "R$ --"]) expect(isDashAmount(cell), cell).toBe(true);
    for (const cell of ["-", "$", "a -", "- kg", "$ - 5"]) expect(isDashAmount(cell), cell).toBe(false);
  });
});
