import { describe, expect, test } from "vitest";
import { exampleTable } from "./example-tables.js";
import { examples, knobsOf, usualPlay } from "./examples.js";
import { Playground } from "./playground.js";

const ROWS = 400;
/** Shares of the rows below the curves. */
const CURVES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** The standard deviation of the effect around its mean in ten groups of neighboring causes. */
function spread(cause: Float64Array, effect: Float64Array): number {
  const order = Uint32Array.from(cause.keys()).sort((a, b) => cause[a] - cause[b]);
  const size = ROWS / 10;
  let squares = 0;
  for (let group = 0; group < ROWS; group += size) {
    const rows = [...order.subarray(group, group + size)];
    const mean = rows.reduce((sum, i) => sum + effect[i], 0) / size;
    squares += rows.reduce((sum, i) => sum + (effect[i] - mean) ** 2, 0);
  }
  return Math.sqrt(squares / ROWS);
}

describe("the playground", () => {
  test.each(examples.map((example) => [example.id, example] as const))("of %s", (id, example) => {
    const playground = new Playground();
    const usual = usualPlay(example);
    const { table, truth } = exampleTable(id);
    const { pair, truth: drawn } = playground.draw(id, usual);
    expect([pair.x, pair.y, drawn]).toEqual([table.columns[0].values, table.columns[1].values, truth]);
    expect(playground.draw(id, usual).pair).toEqual(pair);

    const play = { ...usual, rows: ROWS };
    const isForward = truth !== "y->x";
    const columnsOf = (changed: Partial<typeof play>) => {
      const { x, y } = playground.draw(id, { ...play, ...changed }).pair;
      return isForward ? { cause: x, effect: y } : { cause: y, effect: x };
    };
    const before = columnsOf({});
    expect(columnsOf({ draw: usual.draw + 1 }).cause).not.toEqual(before.cause);
    const { noise, bend } = knobsOf(example);
    if (!noise || !bend) return;
    // The cause is what it was: only how the effect follows from it changes.
    const [noisy, bent] = [columnsOf({ noise: noise.most }), columnsOf({ bend: bend.most })];
    expect([noisy.cause, bent.cause]).toEqual([before.cause, before.cause]);
    expect(spread(noisy.cause, noisy.effect)).toBeGreaterThan(1.5 * spread(before.cause, before.effect));
    expect(bent.effect).not.toEqual(before.effect);
  });

  test("its curves are those of the mechanism, changed as the rows are: half of them are below the middle one", () => {
    const playground = new Playground();
    const changes = [{}, { noise: 2, bend: 2 }, { noise: 0.5, bend: 0 }];
    const withCurves = examples.filter((example) => playground.draw(example.id, usualPlay(example)).curves.length > 0);
    expect(withCurves.map(({ id }) => id)).toContain("additive");
    // Those of a noise that multiplies cross each other, where the effect changes its sign.
    for (const example of withCurves.filter(({ id }) => id !== "multiplied")) {
      for (const change of changes) {
        const { pair, truth, curves } = playground.draw(example.id, { ...usualPlay(example), ...change });
        const [cause, effect] = truth === "y->x" ? [pair.y, pair.x] : [pair.x, pair.y];
        const shares = curves.map(({ cause: grid, effect: curve }) => {
          const step = grid[1] - grid[0];
          const below = cause.filter((value, i) => {
            const place = Math.min((value - grid[0]) / step, grid.length - 1.000001);
            const k = Math.floor(place);
            return effect[i] < curve[k] + (place - k) * (curve[k + 1] - curve[k]);
          });
          return below.length / cause.length;
        });
        const away = (got: readonly number[]) => Math.max(...got.map((share, k) => Math.abs(share - (CURVES[k] ?? 0))));
        // A mechanism may fall with its noise; two neighboring points of a curve are joined by a line.
        const turned = shares.map((share) => 1 - share);
        expect(Math.min(away(shares), away(turned)), `${example.id} ${JSON.stringify(change)}`).toBeLessThan(0.05);
      }
    }
  });

  test("without a bend and with hardly any noise, the effect of an additive mechanism is a straight line", () => {
    const [, additive] = examples;
    const { pair } = new Playground().draw(additive.id, { ...usualPlay(additive), bend: 0, noise: 0.1 });
    const { cause, effect } = { cause: pair.y, effect: pair.x };
    const mean = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0) / column.length;
    const [a, b] = [mean(cause), mean(effect)];
    const products = (u: Float64Array, v: Float64Array, p: number, q: number) =>
      u.reduce((sum, value, i) => sum + (value - p) * (v[i] - q), 0);
    const correlation =
      products(cause, effect, a, b) / Math.sqrt(products(cause, cause, a, a) * products(effect, effect, b, b));
    // As drawn it is 0.84; a tenth of the noise leaves 1 - r² of about (0.015 / 0.25)².
    expect(correlation).toBeGreaterThan(0.99);
  });
});
