import type { Axis, Figure, Links, Mark, Nodes, Panel } from "@causal-velocity/core/explain/figure.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Checks that a figure can be drawn. @throws InputError `wrong-figure` */
export function checkFigure(figure: Figure): void {
  if (!KEBAB_CASE.test(figure.id)) {
    const remedy = "Change the id; parts of the drawing are named after it.";
    throw figureError("figure", `id ${JSON.stringify(figure.id)}`, "lowercase words joined by hyphens", remedy);
  }
  if (figure.panels.length === 0) {
    throw figureError(
      `figure "${figure.id}"`,
      "no panel",
      "at least one panel",
      "Add a panel, or leave the figure out.",
    );
  }
  figure.panels.forEach((panel, index) => {
    const place = `panel ${index + 1} of figure "${figure.id}"`;
    checkAxis(panel.x, `x axis of ${place}`);
    checkAxis(panel.y, `y axis of ${place}`);
    checkDiagonal(panel, place);
    for (const mark of panel.marks) {
      checkLengths(mark, place);
      if (mark.kind === "bars") checkNames(mark.names, panel.y, place);
    }
    checkNetwork(panel, place);
  });
}

/** Names on the diagonal belong to both axes. */
function checkDiagonal({ x, y }: Panel, place: string): void {
  const [across, down] = [x, y].map((axis) =>
    axis.kind === "names" && axis.at === "diagonal" ? axis.names : undefined,
  );
  if (across?.join("\n") === down?.join("\n")) return;
  throw figureError(
    place,
    "different names on the diagonal",
    "the same names on both axes",
    "Give both axes the same names on the diagonal.",
  );
}

function checkAxis(axis: Axis, place: string): void {
  if (axis.kind === "none") return;
  if (axis.kind === "names") {
    if (axis.names.length > 0) return;
    throw figureError(place, "no names", "at least one name", "Add names, or leave the panel out.");
  }
  if (axis.domain === undefined) return;
  const [low, high] = axis.domain;
  const isInterval = Number.isFinite(low) && Number.isFinite(high) && low < high;
  if (isInterval && !(axis.log && low <= 0)) return;
  const expected = axis.log ? "0 < low < high, for a log axis" : "finite numbers, low < high";
  throw figureError(
    place,
    `domain ${low} to ${high}`,
    expected,
    "Change the domain, or leave it out to cover the marks.",
  );
}

function checkLengths(mark: Mark, place: string): void {
  const columns = columnsOf(mark);
  const [[first, length] = ["", 0]] = columns;
  for (const [name, other] of columns) {
    if (other === length) continue;
    const value = `${mark.kind} with ${length} ${first} and ${other} ${name}`;
    throw figureError(place, value, "columns of the same length", "Give every column of a mark the same length.");
  }
}

function columnsOf(mark: Mark): [name: string, length: number][] {
  if (mark.kind === "curves") {
    const wrong = mark.curves.find(({ x, y }) => x.length !== y.length) ?? mark.curves[0];
    return wrong ? lengths({ x: wrong.x, y: wrong.y }) : [];
  }
  if (mark.kind === "dots") return lengths({ x: mark.x, y: mark.y });
  if (mark.kind === "arrows") return lengths({ x: mark.x, y: mark.y, dx: mark.dx, dy: mark.dy });
  if (mark.kind === "signed-squares") return lengths({ x: mark.x, y: mark.y, value: mark.value });
  if (mark.kind === "band") return lengths({ x: mark.x, low: mark.low, high: mark.high });
  if (mark.kind === "bars") return lengths({ names: mark.names, value: mark.value, low: mark.low, high: mark.high });
  if (mark.kind === "words") return lengths({ x: mark.x, y: mark.y, text: mark.text });
  if (mark.kind === "links") return lengths({ from: mark.from, to: mark.to, value: mark.value, text: mark.text });
  return [];
}

function lengths(columns: Readonly<Record<string, { readonly length: number } | undefined>>): [string, number][] {
  return Object.entries(columns).flatMap(([name, column]) => (column ? [[name, column.length]] : []));
}

function checkNames(names: readonly string[], axis: Axis, place: string): void {
  if (axis.kind !== "names") {
    throw figureError(
      place,
      "bars on a y axis of numbers",
      "a y axis of names",
      "Use a y axis with the names of the bars.",
    );
  }
  const unknown = names.find((name) => !axis.names.includes(name));
  if (unknown === undefined) return;
  throw figureError(place, `bar "${unknown}"`, "a name of the y axis", "Add it to the axis, or leave the bar out.");
}

/** Nodes and links need each other and no axes; links lead to other nodes, and never back. */
function checkNetwork({ x, y, marks }: Panel, place: string): void {
  const nodes = marks.filter((mark): mark is Nodes => mark.kind === "nodes");
  const links = marks.filter((mark): mark is Links => mark.kind === "links");
  if (nodes.length === 0 && links.length === 0) return;
  const remedy = "Draw other marks in another panel.";
  if (nodes.length !== 1) {
    throw figureError(place, `links and ${nodes.length} marks of nodes`, "one mark with all nodes", remedy);
  }
  if (x.kind !== "none" || y.kind !== "none" || marks.length > nodes.length + links.length) {
    throw figureError(place, "nodes with axes or other marks", 'nodes and links alone, on axes of kind "none"', remedy);
  }
  const count = nodes[0]?.names.length ?? 0;
  const lines = links.flatMap(({ from, to }) => Array.from(from, (first, i) => [first, to[i] as number] as const));
  const isNode = (position: number) => Number.isInteger(position) && position >= 0 && position < count;
  const lost = lines.find((line) => !line.every(isNode));
  if (lost) {
    const expected = `positions from 0 to ${count - 1}`;
    throw figureError(place, `a link from ${lost[0]} to ${lost[1]}`, expected, "Add the node, or leave the link out.");
  }
  let left = lines;
  for (;;) {
    const targets = new Set(left.map(([, to]) => to));
    const further = left.filter(([from]) => targets.has(from));
    if (further.length === left.length) break;
    left = further;
  }
  if (left.length > 0) throw figureError(place, "links in a circle", "links that lead nowhere back", "Leave one out.");
}

function figureError(place: string, value: string, expected: string, remedy: string): InputError {
  return new InputError({ code: "wrong-figure", place, value, expected, remedy });
}
