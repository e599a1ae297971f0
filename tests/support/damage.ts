import fc from "fast-check";

/** How a file is changed: bytes that are written over, cut out, repeated, or all that follows lost. */
export const change = fc.record({
  kind: fc.constantFrom("write", "write", "write", "cut", "repeat", "end"),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  // The beginnings and the ends of files hold what says how the rest is read.
  part: fc.constantFrom("start", "end", "all"),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const PART_BYTES = 1000;
/** Fewer bytes than any of the files has: a gzip file that is written twice is one of twice as many rows. */
const REPEATED = 40;

export function changed(bytes: Uint8Array, { kind, at, part, bytes: written }: Change): Uint8Array {
  const size = part === "all" ? bytes.length : Math.min(bytes.length, PART_BYTES);
  const place = (part === "end" ? bytes.length - size : 0) + Math.floor(at * size);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  const parts = {
    write: [before, written, after.subarray(written.length)],
    cut: [before, after.subarray(written.length)],
    repeat: [before, after.subarray(0, REPEATED), after],
    end: [before],
  };
  return new Uint8Array(Buffer.concat(parts[kind as keyof typeof parts]));
}
