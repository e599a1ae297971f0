import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TOUR, Tour } from "./tour.svelte.js";

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

afterEach(() => vi.unstubAllGlobals());

describe("the tour", () => {
  test("has five steps and begins once: not after its end", () => {
    const tour = new Tour();
    tour.begin();
    const seen = [tour.step];
    expect(stored.size).toBe(0);
    while (tour.step !== undefined) {
      tour.next();
      seen.push(tour.step);
    }
    expect(seen).toEqual([...TOUR.keys(), undefined]);
    expect(TOUR).toHaveLength(5);
    const later = new Tour();
    later.begin();
    expect(later.step).toBeUndefined();
    later.start();
    expect([later.step, later.isAsked]).toEqual([0, true]);
  });

  test("does not begin again after it was closed, nor where the browser stores nothing", () => {
    const tour = new Tour();
    tour.begin();
    tour.close();
    const later = new Tour();
    later.begin();
    expect([tour.step, later.step]).toEqual([undefined, undefined]);
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
    const blocked = new Tour();
    blocked.begin();
    expect(blocked.step).toBeUndefined();
    blocked.start();
    blocked.close();
    expect(blocked.step).toBeUndefined();
  });
});
