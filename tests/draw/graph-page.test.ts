import type { Graph } from "@causal-velocity/core/graph/graph.js";
import { figureSvg } from "@causal-velocity/draw/node/pictures.js";
import { graphHtml } from "@causal-velocity/draw/report/graph-html.js";
import { DOMParser } from "linkedom/worker";
import { expect, test } from "vitest";
import { HOSTILE_NAMES } from "./sample-figures.js";

const columns = HOSTILE_NAMES.filter((name) => name !== "");
const graph: Graph = {
  columns,
  edges: columns.slice(2).map((to, k) => ({
    ...{ from: columns[k], to, presence: 0.99 - k / 10, direction: 0.9 - k / 8, directed: k < 2 },
    ...(k === 0 ? { known: "arrow" as const } : {}),
    strength: { nats: 0.1 * k, variance: 0.15 * k },
  })),
  knowledge: { require: [{ from: columns[0], to: columns[2] }], forbid: [{ from: columns[3], to: columns[0] }] },
  maxParents: 4,
  unordered: false,
  rows: { read: 120, used: 100, dropped: 20, reasons: { missing: 20 } },
  seed: 3,
  halves: 20,
  findings: [
    { code: "few-rows", severity: "warn", sentence: `Only 100 rows of "${columns[0]}".`, advice: "Get more." },
  ],
};
const page = (one: Graph) => graphHtml(one, { version: "1.2.3", svgOf: figureSvg });
const parsed = (text: string) => new DOMParser().parseFromString(text, "text/html") as unknown as Document;

test("has the picture twice, a row for each arrow, what was stated, findings, assumptions and facts", () => {
  const document = parsed(page(graph));
  expect(document.querySelectorAll("figure svg")).toHaveLength(2);
  expect(document.querySelectorAll("tbody tr")).toHaveLength(graph.edges.length);
  const heads = Array.from(document.querySelectorAll("h2"), ({ textContent }) => textContent);
  expect(heads).toEqual(["Picture", "Arrows", "Stated beforehand", "Findings", "What this assumes", "Facts"]);
  const [first, second, third] = Array.from(document.querySelectorAll("tbody tr"), (row) =>
    Array.from(row.querySelectorAll("td"), ({ textContent }) => textContent),
  );
  expect(first.slice(3)).toEqual(["stated", "stated", "less than 1%", "0"]);
  expect(second.slice(3, 6)).toEqual(["89%", "78%", "15%"]);
  expect([third[1], third[4]]).toEqual(["—", "65% ?"]);
  expect(document.querySelector(".finding.warn")?.textContent).toContain("Get more.");
  expect(document.querySelector("dl")?.textContent).toContain("100 used of 120, 20 dropped (20 with a missing value)");
});

test("numbers are short, and that the order of the rows was ignored is among the facts", () => {
  const [edge] = graph.edges;
  const sure = { ...edge, presence: 0.9999, direction: 0.9999, known: undefined };
  const document = parsed(page({ ...graph, edges: [sure], unordered: true }));
  const cells = Array.from(document.querySelectorAll("tbody td"), ({ textContent }) => textContent);
  expect(cells.slice(3, 5)).toEqual([">99%", ">99%"]);
  expect(document.querySelector("dl")?.textContent).toContain("the order of the rows ignored");
  expect(parsed(page(graph)).querySelector("dl")?.textContent).not.toContain("ignored");
});

test("names add no element, and the page runs and loads nothing", () => {
  const text = page(graph);
  const document = parsed(text);
  const known = new Set([
    "header",
    "main",
    "footer",
    "section",
    "figure",
    "figcaption",
    "div",
    "span",
    "code",
    "p",
    "b",
  ]);
  for (const name of ["h1", "h2", "h3", "ul", "li", "dl", "dt", "dd", "bdi", "em"]) known.add(name);
  for (const name of ["table", "thead", "tbody", "tr", "th", "td"]) known.add(name);
  for (const name of ["svg", "g", "path", "rect", "circle", "text", "title"]) known.add(name);
  const found = new Set(Array.from(document.querySelectorAll("body *"), ({ localName }) => localName));
  expect([...found].filter((name) => !known.has(name))).toEqual([]);
  expect(document.querySelectorAll("script, [onload], [src], link, iframe, b b")).toHaveLength(0);
  expect(text).toContain("default-src 'none'");
});

test("without an arrow says so", () => {
  const text = page({ ...graph, edges: [], knowledge: {}, findings: [] });
  expect(text).toContain("No arrow was found between 8 columns.");
  expect(text).not.toContain('id="arrows"');
  expect(text).not.toContain('id="stated"');
});
