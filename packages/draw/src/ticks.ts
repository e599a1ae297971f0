import { exponentOf, powerOfTenTexts, stepTexts } from "./number-text.js";

/** Where an axis has a number, and what it says there. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Steps that people count in. */
const NICE = [1, 2, 5, 10];
/** With fewer powers of ten in sight, a log axis has 2 and 5 times them too; without any, the ticks of a linear one. */
const FEWEST_POWERS = 3;
const BETWEEN_POWERS = [1, 2, 5];

/** At most about `count` ticks inside a domain, at multiples of 1, 2 or 5 times a power of ten. */
export function linearTicks(low: number, high: number, count: number): Tick[] {
  const rough = high / count - low / count;
  const power = exponentOf(rough);
  const unit = rough / 10 ** power;
  const nice = NICE.find((step) => unit <= step * (1 + ROUNDING)) ?? 10;
  // Division by a power of ten rounds once, so 3 · 10⁻¹ is written as 0.3.
  const at = (index: number) => (power < 0 ? (index * nice) / 10 ** -power : index * nice * 10 ** power);
  const step = at(1);
  const values: number[] = [];
  // `|| 0` for the −0 that rounding up gives.
  for (let i = Math.ceil(low / step - ROUNDING); i <= high / step + ROUNDING; i++) values.push(at(i) || 0);
  const texts = stepTexts(values, step);
  return values.map((value, i) => ({ at: value, text: texts[i] ?? "" }));
}

/** A tick this share of a step beyond the end is at the end, but for rounding. */
const ROUNDING = 1e-9;

/** Powers of ten inside a positive domain, every second, third, … where there are more than `count`. */
export function logTicks(low: number, high: number, count: number): Tick[] {
  const first = Math.ceil(Math.log10(low) - ROUNDING);
  const last = Math.floor(Math.log10(high) + ROUNDING);
  if (last - first + 1 < FEWEST_POWERS) {
    const between = betweenPowers(low, high, first, last);
    if (between.length >= FEWEST_POWERS) return between;
    return linearTicks(low, high, count).filter(({ at }) => at > 0);
  }
  const stride = Math.max(1, Math.ceil((last - first + 1) / count));
  const exponents: number[] = [];
  for (let exponent = first; exponent <= last; exponent += stride) exponents.push(exponent);
  const texts = powerOfTenTexts(exponents);
  return exponents.map((exponent, i) => ({ at: 10 ** exponent, text: texts[i] ?? "" }));
}

/** 1, 2 and 5 times powers of ten inside a domain. */
function betweenPowers(low: number, high: number, first: number, last: number): Tick[] {
  const ticks: Tick[] = [];
  for (let exponent = first - 1; exponent <= last; exponent++) {
    for (const digit of BETWEEN_POWERS) {
      const at = exponent < 0 ? digit / 10 ** -exponent : digit * 10 ** exponent;
      if (at < low * (1 - ROUNDING) || at > high * (1 + ROUNDING)) continue;
      ticks.push({ at, text: stepTexts([at], exponent < 0 ? 1 / 10 ** -exponent : 10 ** exponent)[0] ?? "" });
    }
  }
  return ticks;
}
