import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CELL, DATE } from "./cell.js";
import { dateReader, dayText, monthFirstSeconds } from "./written-date.js";

const reader = dateReader();
const read = (cell: string) => [reader.read(cell), reader.seconds];
const utc = (text: string): number => Date.parse(text) / 1000;

describe("a date", () => {
  test.each([
    ["1967-07-01", DATE.day, "1967-07-01T00:00Z"],
    ["2020/2/9", DATE.day, "2020-02-09T00:00Z"],
    ["2020-02-29", DATE.day, "2020-02-29T00:00Z"],
    ["2020-01-31T13:45", DATE.dayTime, "2020-01-31T13:45Z"],
    ["2020-01-31 13:45:30.5", DATE.dayTime, "2020-01-31T13:45:30.500Z"],
    ["2020-01-31T13:45:30Z", DATE.dayTime, "2020-01-31T13:45:30Z"],
    ["2020-01-31T13:45:30+02:00", DATE.dayTime, "2020-01-31T11:45:30Z"],
    ["2020-01-31T13:45:30-0530", DATE.dayTime, "2020-01-31T19:15:30Z"],
    ["2020-01-31 13:45:30.25+02", DATE.dayTime, "2020-01-31T11:45:30.250Z"],
    ["2020-01-31 13:45:30,125", DATE.dayTime, "2020-01-31T13:45:30.125Z"],
    ["20200131T134530Z", DATE.dayTime, "2020-01-31T13:45:30Z"],
    ["1-Dec-20", DATE.day, "2020-12-01T00:00Z"],
    ["1 Dec 20", DATE.day, "2020-12-01T00:00Z"],
    ["4 févr. 2016", DATE.day, "2016-02-04T00:00Z"],
    ["4 janv. 2016", DATE.day, "2016-01-04T00:00Z"],
    ["31.12.2020", DATE.day, "2020-12-31T00:00Z"],
    ["1.2.2020", DATE.day, "2020-02-01T00:00Z"],
    ["01.02.99", DATE.day, "1999-02-01T00:00Z"],
    ["31/12/2020", DATE.dayFirst, "2020-12-31T00:00Z"],
    ["12/31/2020", DATE.monthFirst, "2020-12-31T00:00Z"],
    ["12/31/20 1:05 PM", DATE.monthFirstTime, "2020-12-31T13:05Z"],
    ["5/6/2020", DATE.either, "2020-06-05T00:00Z"],
    ["5/5/2020", DATE.day, "2020-05-05T00:00Z"],
    ["5 Jan 2020", DATE.day, "2020-01-05T00:00Z"],
    ["05-Jan-2020", DATE.day, "2020-01-05T00:00Z"],
    ["January 5, 2020", DATE.day, "2020-01-05T00:00Z"],
    ["5. März 2020", DATE.day, "2020-03-05T00:00Z"],
    ["5 de enero de 2020", DATE.day, "2020-01-05T00:00Z"],
    ["1er août 2020", DATE.day, "2020-08-01T00:00Z"],
    ["2020-12", DATE.month, "2020-12-01T00:00Z"],
    ["1990M07", DATE.month, "1990-07-01T00:00Z"],
    ["Jul 1990", DATE.month, "1990-07-01T00:00Z"],
    ["2020-Q4", DATE.month, "2020-10-01T00:00Z"],
    ["Q1 2020", DATE.month, "2020-01-01T00:00Z"],
  ])("%s", (cell, code, instant) => {
    expect(read(cell)).toEqual([code, utc(instant)]);
  });

  test.each([
    ["13:45", 13 * 3600 + 45 * 60],
    ["1:45 pm", 13 * 3600 + 45 * 60],
    ["12:00 AM", 0],
    ["125:30", 125 * 3600 + 30 * 60],
    ["0:00:07.25", 7.25],
  ])("time %s is %d seconds", (cell, seconds) => {
    expect(read(cell)).toEqual([cell.split(":").length > 2 ? DATE.time : DATE.shortTime, seconds]);
  });

  test.each([
    ...[
      "2020-02-30",
      "2019-02-29",
      "2020-13-01",
      "31.11.2020",
      "32/1/2020",
      "13/13/2020",
      "0/1/2020",
      "1.2.20",
      "1.2.3",
    ],
    ...[
      "01.02.55",
      "1-Dec-50",
      "20201310T134500Z",
      "5/6/50",
      "2020-01-01 25:00",
      "1:80",
      "13:00 pm",
      "1/2",
      "2020-1",
      "Market 2020",
      "5 Foo 2020",
      "jui 2020",
    ],
    ...["20200101", "0001-01-01", "2020-01/01", "12:5"],
  ])("%s is none", (cell) => {
    expect(reader.read(cell)).toBe(CELL.text);
  });

  test("agrees with the runtime's calendar on any day, and with itself when day and month change places", () => {
    const day = fc.integer({ min: utc("1000-01-01T00:00Z") / 86400, max: utc("9999-12-31T00:00Z") / 86400 });
    fc.assert(
      fc.property(day, (days) => {
        const text = new Date(days * 86400_000).toISOString().slice(0, 10);
        expect(read(text)).toEqual([DATE.day, days * 86400]);
        expect(dayText(days * 86400)).toBe(text);
        const [year, month, date] = text.split("-").map(Number);
        if (date > 12 || month === date) return;
        const [code, seconds] = read(`${date}/${month}/${year}`);
        expect([code, seconds]).toEqual([DATE.either, days * 86400]);
        const swapped = new Date(monthFirstSeconds(seconds) * 1000).toISOString().slice(0, 10).split("-").map(Number);
        expect(swapped).toEqual([year, date, month]);
      }),
      { numRuns: 3000 },
    );
  });
});
