import { address, at, put, takeNumbers } from "./arrays";

/** Degree of the splines, as in the plain twin. */
const DEGREE: i32 = 9;
const WIDTH: i32 = DEGREE + 1;

/** Shares points of the plane out among the points of a grid, rows × cols numbers that are 0 before. */
export function gridShares(n: i32, x0: usize, x1: usize, cols: i32, grid: usize): void {
  /** The splines at the place along rows in the first lanes, those along columns in the second. */
  const both = takeNumbers(2 * WIDTH);
  const ofColumn = takeNumbers(WIDTH);
  const one = f64x2.splat(1);
  for (let i = 0; i < n; i++) {
    const row = Math.floor(at(x0, i));
    const column = Math.floor(at(x1, i));
    const t = f64x2(at(x0, i) - row, at(x1, i) - column);
    v128.store(both, one);
    for (let p = 1; p <= DEGREE; p++) {
      let carried = f64x2.splat(0);
      let rising = f64x2.sub(one, t);
      let falling = f64x2.add(t, f64x2.splat(<f64>(p - 1)));
      let place = both;
      for (let r = 0; r < p; r++) {
        const share = v128.load(place);
        v128.store(place, f64x2.add(carried, f64x2.mul(rising, share)));
        carried = f64x2.mul(falling, share);
        rising = f64x2.add(rising, one);
        falling = f64x2.sub(falling, one);
        place += 16;
      }
      v128.store(place, carried);
    }
    for (let c = 0; c < WIDTH; c++) put(ofColumn, c, at(both, 2 * c + 1));
    const v0 = v128.load(ofColumn);
    const v1 = v128.load(ofColumn, 16);
    const v2 = v128.load(ofColumn, 32);
    const v3 = v128.load(ofColumn, 48);
    const v4 = v128.load(ofColumn, 64);
    let to = address(grid, <i32>row * cols + <i32>column);
    for (let r = 0; r < WIDTH; r++) {
      const share = f64x2.splat(at(both, 2 * r));
      v128.store(to, f64x2.add(v128.load(to), f64x2.mul(share, v0)));
      v128.store(to, f64x2.add(v128.load(to, 16), f64x2.mul(share, v1)), 16);
      v128.store(to, f64x2.add(v128.load(to, 32), f64x2.mul(share, v2)), 32);
      v128.store(to, f64x2.add(v128.load(to, 48), f64x2.mul(share, v3)), 48);
      v128.store(to, f64x2.add(v128.load(to, 64), f64x2.mul(share, v4)), 64);
      to += (<usize>cols) << 3;
    }
  }
}
