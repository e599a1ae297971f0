import { describe, expect, test } from "vitest";
import { progressBar, timeText } from "./terminal.js";

/** What is written while pairs end at the given seconds. */
function shown(isTTY: boolean, times: readonly number[], resumed = 0): string[] {
  const written: string[] = [];
  let now = 0;
  const bar = progressBar({ isTTY, write: (text: string) => written.push(text) }, () => now);
  const total = resumed + times.length;
  bar.show({ done: resumed, total, resumed });
  times.forEach((time, i) => {
    now = time;
    bar.show({ done: resumed + i + 1, total, resumed });
  });
  bar.end();
  return written;
}

describe("progressBar", () => {
  test("on a terminal: one line, redrawn, with rate and time left, and wiped at the end", () => {
    const written = shown(true, [2, 4, 6, 8]);
    expect(written.every((text) => text.startsWith("\r\u001b[2K"))).toBe(true);
    expect(written[1]).toContain("██████░░░░░░░░░░░░░░░░░░ 1/4 pairs, 0.5 pairs/s, 6 s left");
    expect(written.at(-1)).toBe("\r\u001b[2K");
  });

  test("not faster than the eye, but always the end", () => {
    const written = shown(true, [0.01, 0.02, 0.03]);
    expect(written.filter((text) => text.includes("pairs"))).toHaveLength(2);
    expect(written.at(-2)).toContain("3/3 pairs");
  });

  test("elsewhere: a line every ten seconds", () => {
    const lines = shown(false, [4, 9, 11, 20, 22]);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^.{24} 3\/5 pairs, 0\.3 pairs\/s, 8 s left\n$/u);
  });

  test("the rate counts what this run did", () => {
    expect(shown(true, [2, 4], 98)[1]).toContain("99/100 pairs, 0.5 pairs/s, 2 s left");
  });
});

test("timeText", () => {
  expect([0.2, 89, 100, 5399, 7500].map(timeText)).toEqual(["1 s", "89 s", "2 min", "1 h 30 min", "2 h 5 min"]);
});
