/** 2/π in units of 2⁻¹²¹⁶: enough for the largest double, times 2¹⁰²⁴ at most, and 192 bits of a quarter turn. */
const BITS = 1216n;
const TWO_OVER_PI = /* @__PURE__ */ BigInt(
  "0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129" +
    "a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf" +
    "27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b6bab",
);
/** No double beyond 1 is closer than 2⁻⁶² to a multiple of π/2, so 130 bits of what is left are right. */
const FRACTION = 192n;
const UNIT = /* @__PURE__ */ (() => 1 / Number(1n << FRACTION))();
const TWO_TO_53 = 9007199254740992;

/**
 * x = (4k + quadrant)·π/2 + rest with |rest| ≤ π/4, the rest rounded once (Payne and Hanek, in whole numbers).
 *
 * @param x at least 1, and finite     @cost a microsecond
 */
export function largeAngle(x: number): { readonly quadrant: number; readonly rest: number } {
  let [whole, exponent] = [x, 0];
  for (; whole >= TWO_TO_53; exponent++) whole /= 2;
  for (; !Number.isInteger(whole); exponent--) whole *= 2;
  const quarters = (BigInt(whole) * TWO_OVER_PI) >> (BITS - FRACTION - BigInt(exponent));
  const nearest = (quarters + (1n << (FRACTION - 1n))) >> FRACTION;
  const left = quarters - (nearest << FRACTION);
  // π/2 in the same units, from 2/π.
  const halfPi = (1n << (BITS + FRACTION)) / TWO_OVER_PI;
  return { quadrant: Number(nearest & 3n), rest: Number(left * halfPi) * UNIT * UNIT };
}
