// Memory is a stack. A call takes what it needs and gives it back by returning to its mark; nothing is ever collected.

const ALIGNMENT: usize = 64;
const PAGE_BITS: u64 = 16;
const HIGHEST_ADDRESS: u64 = 0xffffffff;

let top: usize = (__heap_base + ALIGNMENT - 1) & ~(ALIGNMENT - 1);

/** Whether the last call ended because memory ran out: it then trapped. */
export let exhausted: bool = false;

/** Where the free memory begins: hand it to `release` later. */
export function mark(): usize {
  return top;
}

/** Gives back everything taken since the mark. */
export function release(to: usize): void {
  top = to;
}

/** Room for that many bytes, on a cache line of its own. Traps if the engine has no more memory. */
export function take(bytes: usize): usize {
  const at = top;
  // Addresses have 32 bits: a sum that wrapped around must not pass for a small one.
  const end = <u64>at + <u64>bytes + (<u64>ALIGNMENT - 1);
  if (end > HIGHEST_ADDRESS || !reach(<usize>end)) {
    exhausted = true;
    unreachable();
  }
  top = <usize>end & ~(ALIGNMENT - 1);
  return at;
}

/** Grows the memory up to an address, if the engine has as much. */
function reach(address: usize): bool {
  const pages = <i32>((<u64>address + 0xffff) >> PAGE_BITS);
  const missing = pages - memory.size();
  return missing <= 0 || memory.grow(missing) >= 0;
}

/** Room for numbers, with four spare ones so that vectors may run over the end. */
export function takeNumbers(count: i32): usize {
  return take((<usize>count + 4) << 3);
}

/** Room for 32-bit integers, set to 0. */
export function takeIntegers(count: i32): usize {
  const at = take((<usize>count) << 2);
  memory.fill(at, 0, (<usize>count) << 2);
  return at;
}

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
