import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserAddress } from "./browser-address.js";

let entries: { url: string; state: unknown }[];

/** A browser's entries, of which the last one is shown. */
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

test("a step is an entry of its own, a change is not, and the same address again is neither", () => {
  const address = browserAddress();
  address.write("view=pair", true, 1);
  address.write("view=pair", true, 1);
  address.write("view=pair&seed=3", false, 1);
  expect(entries.map(({ url }) => url)).toEqual(["/app/?table=t.csv", "/app/?table=t.csv#view=pair&seed=3"]);
  expect(address.read()).toBe("#view=pair&seed=3");
});

test("each entry knows its table, also one that is written again for another", () => {
  const address = browserAddress();
  expect(address.table()).toBeUndefined();
  address.write("view=import", true, 1);
  expect(address.table()).toBe(1);
  address.write("view=import", true, 2);
  expect([address.table(), entries.length]).toEqual([2, 2]);
  address.write("", true, 2);
  expect(entries[2]).toEqual({ url: "/app/?table=t.csv", state: { table: 2 } });
});
