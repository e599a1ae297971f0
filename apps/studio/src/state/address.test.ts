import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserAddress, fromAddress, toAddress } from "./address.js";
import { DEFAULT_PLACE, type Place } from "./settings.js";

const everything: Place = {
  view: "pair",
  picture: "noise",
  example: "additive",
  guess: true,
  method: "b-quad",
  seed: 7,
  trim: 0.05,
  maxRows: 5000,
  abstain: 0.8,
  unordered: true,
  x: 2,
  y: 1,
  columns: [1, 2, 3, 7, 9, 10],
  given: [4, 5],
  graphColumns: [1, 2, 4],
  forbid: [
    [1, 2],
    [4, 1],
  ],
  require: [[2, 4]],
};

test("a place survives a round trip through an address, and defaults leave it empty", () => {
  expect(fromAddress(`#${toAddress(everything)}`)).toEqual(everything);
  const playing: Place = { ...everything, view: "play", play: { noise: 1.5, bend: 0, rows: 400, draw: 7 } };
  expect(fromAddress(`#${toAddress(playing)}`)).toEqual(playing);
  expect(toAddress(DEFAULT_PLACE)).toBe("");
  expect(fromAddress("")).toEqual(DEFAULT_PLACE);
});

test.each([
  "#view=admin&picture=pie",
  "#seed=-1&trim=2&maxRows=1.5&abstain=0.2&x=0&y=1e9",
  "#seed=&x=abc&y=NaN&unordered=false",
  "#method=<script>&example=../../etc",
  "#columns=1-&view=start",
  "#columns=5-2.0",
  "#given=x&graph-columns=0&forbid=1-2&require=3to3",
  "#forbid=1to2to3&require=to.1to",
  "#view=play&noise=2",
  "#view=start&noise=2",
  "#%%%=&&&==",
])("invalid parts of %s get their defaults", (address) => {
  expect(fromAddress(address)).toEqual(DEFAULT_PLACE);
});

test("columns are written as ranges and limited to what the page can show", () => {
  expect(toAddress({ ...DEFAULT_PLACE, columns: [1, 2, 3, 7] })).toBe("columns=1-3.7");
  expect(fromAddress("#columns=9.2-4.3").columns).toEqual([2, 3, 4, 9]);
  expect(fromAddress("#columns=1-999999").columns).toHaveLength(100);
  expect(fromAddress("#graph-columns=1-999999").graphColumns).toHaveLength(50);
  expect(fromAddress("#given=1-99").given).toHaveLength(6);
});

test("what is stated of a graph is written as arrows between column numbers, never names", () => {
  expect(toAddress({ ...DEFAULT_PLACE, view: "graph", forbid: [[3, 1]], graphColumns: [1, 2, 3] })).toBe(
    "view=graph&graph-columns=1-3&forbid=3to1",
  );
  expect(fromAddress("#forbid=3to1.2to12").forbid).toEqual([
    [3, 1],
    [2, 12],
  ]);
});

let entries: { url: string; state: unknown }[];

/** The browser's history entries; the last one is shown. */
beforeEach(() => {
  entries = [{ url: "/app/?table=t.csv", state: null }];
  const shown = () => entries[entries.length - 1];
  const part = (sign: string) => shown().url.match(new RegExp(`\\${sign}[^#]*`))?.[0] ?? "";
  vi.stubGlobal("location", {
    pathname: "/app/",
    get search() {
      return part("?");
    },
    get hash() {
      return part("#");
    },
  });
  vi.stubGlobal("history", {
    get state() {
      return shown().state;
    },
    pushState: (state: unknown, _: string, url: string) => entries.push({ url, state }),
    replaceState: (state: unknown, _: string, url: string) => {
      entries[entries.length - 1] = { url, state };
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a step adds a history entry, a change or the same address does not", () => {
  const address = browserAddress();
  address.write("view=pair", true, 1);
  address.write("view=pair", true, 1);
  address.write("view=pair&seed=3", false, 1);
  expect(entries.map(({ url }) => url)).toEqual(["/app/?table=t.csv", "/app/?table=t.csv#view=pair&seed=3"]);
  expect(address.read()).toBe("#view=pair&seed=3");
});

test("each entry stores its table, also if it is written again for another table", () => {
  const address = browserAddress();
  expect(address.table()).toBeUndefined();
  address.write("view=import", true, 1);
  expect(address.table()).toBe(1);
  address.write("view=import", true, 2);
  expect([address.table(), entries.length]).toEqual([2, 2]);
  address.write("", true, 2);
  expect(entries[2]).toEqual({ url: "/app/?table=t.csv", state: { table: 2 } });
});
