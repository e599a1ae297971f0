// Element access by address: at(x, i) reads x[i].

export function at(x: usize, i: i32): f64 {
  return load<f64>(x + ((<usize>i) << 3));
}

export function put(x: usize, i: i32, value: f64): void {
  store<f64>(x + ((<usize>i) << 3), value);
}

export function integerAt(x: usize, i: i32): i32 {
  return load<i32>(x + ((<usize>i) << 2));
}

export function putInteger(x: usize, i: i32, value: i32): void {
  store<i32>(x + ((<usize>i) << 2), value);
}

/** Address of x[i]. */
export function address(x: usize, i: i32): usize {
  return x + ((<usize>i) << 3);
}

export function fill(x: usize, count: i32, value: f64): void {
  for (let i = 0; i < count; i++) put(x, i, value);
}

/** Sum of the two lanes. */
export function laneSum(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** a·b + c, rounded twice: the fused form differs between machines. */
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return f64x2.add(f64x2.mul(a, b), c);
}

/** c − a·b. */
export function subtractProduct(a: v128, b: v128, c: v128): v128 {
  return f64x2.sub(c, f64x2.mul(a, b));
}

/** Σ a[i]·b[i]. */
export function dot(a: usize, b: usize, count: i32): f64 {
  let s0 = f64x2.splat(0);
  let s1 = s0;
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const p = address(a, i);
    const q = address(b, i);
    s0 = multiplyAdd(v128.load(p), v128.load(q), s0);
    s1 = multiplyAdd(v128.load(p, 16), v128.load(q, 16), s1);
  }
  let sum = laneSum(f64x2.add(s0, s1));
  for (; i < count; i++) sum += at(a, i) * at(b, i);
  return sum;
}
