// Memory is a stack. A call takes what it needs and gives it back by returning to its mark; nothing is ever collected.

const ALIGNMENT: usize = 64;
const PAGE_BITS: u64 = 16;
const HIGHEST_ADDRESS: u64 = 0xffffffff;

let top: usize = (__heap_base + ALIGNMENT - 1) & ~(ALIGNMENT - 1);

/** Whether the last call ended for want of memory: it then trapped. */
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

/** The same, set to 0. */
export function takeZeros(count: i32): usize {
  const at = takeNumbers(count);
  memory.fill(at, 0, (<usize>count) << 3);
  return at;
}

/** Room for 32-bit integers, set to 0. */
export function takeIntegers(count: i32): usize {
  const at = take((<usize>count) << 2);
  memory.fill(at, 0, (<usize>count) << 2);
  return at;
}
