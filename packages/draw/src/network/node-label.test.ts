import { expect, test } from "vitest";
import { nodeLabels } from "./node-label.js";

test("a short name is one line, a longer one is broken between words, and both are whole", () => {
  const [short, long] = nodeLabels(["dose", "blood_pressure after treatment"], 730);
  expect([short.lines, short.full]).toEqual([["dose"], undefined]);
  expect([long.lines, long.full]).toEqual([["blood_pressure", "after treatment"], undefined]);
  expect(long.height).toBeGreaterThan(short.height);
});

test("a very long name is cut in its middle, and kept in full", () => {
  const name = "concentration of particles in the air of the northern station, mean of the day, in micrograms";
  const [{ lines, full, width }] = nodeLabels([name], 730);
  expect(lines).toHaveLength(2);
  expect(name.startsWith(lines[0])).toBe(true);
  expect(lines[1]).toMatch(/^….*micrograms$/);
  expect(full).toBe(name);
  expect(width).toBeLessThan(200);
});

test("names that would look the same are numbered", () => {
  const names = ["one", "two"].map(
    (middle) => `${"begins alike ".repeat(4)}${middle.repeat(9)}${" ends alike".repeat(4)}`,
  );
  const [first, second] = nodeLabels([...names, "other"], 340);
  expect(first.lines[0]).toMatch(/^1: begins/);
  expect(second.lines[0]).toMatch(/^2: begins/);
  expect([first.full, second.full]).toEqual(names);
});

test("names of any kind give a label", () => {
  const labels = nodeLabels(["", "\u2068درجة الحرارة\u2069", "👩‍🔬".repeat(30), "a\nb\u0000c", "x".repeat(5000)], 340);
  for (const { lines, width, height } of labels) {
    expect(lines.join("")).not.toMatch(/[\u2068\u2069\p{Control}]/u);
    expect(lines.length).toBeLessThanOrEqual(2);
    expect(width).toBeLessThanOrEqual(160);
    expect(height).toBeGreaterThan(20);
  }
  expect(labels[2].lines.join("").replaceAll("👩‍🔬", "")).toBe("…");
});
