const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const MINUS = "−";
/** Separates groups of three digits in numbers of five or more digits. */
const GROUP_SPACE = "\u202f";
const GROUPED_FROM = 1e4;
/** Numbers in this range are written without a power of ten. */
const PLAIN_FROM = 1e-3;
const PLAIN_BELOW = 1e6;
const DEFAULT_DIGITS = 4;

/** A number for readers: four significant digits unless given, with a power of ten if it is very large or small. */
export function numberText(value: number, digits = DEFAULT_DIGITS): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "—" : value > 0 ? "∞" : `${MINUS}∞`;
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size < PLAIN_FROM || size >= PLAIN_BELOW) {
    const [mantissa = "", exponent = "0"] = value.toExponential(digits - 1).split("e");
    return `${withMinus(trimZeros(mantissa))}×10${raised(Number(exponent))}`;
  }
  const decimals = Math.max(0, digits - 1 - exponentOf(size));
  return decimalText(Number(value.toFixed(decimals)), trimZeros(value.toFixed(decimals)));
}

/** Labels of equally spaced values, all with the decimals that the step needs and with the same power of ten. */
export function stepTexts(values: readonly number[], step: number): string[] {
  const largest = Math.max(...values.map(Math.abs));
  const exponent = largest > 0 ? exponentOf(largest) : 0;
  const stepExponent = exponentOf(step);
  const isPlain = largest === 0 || (largest >= PLAIN_FROM && largest < PLAIN_BELOW);
  /** Beyond this many decimals a power of ten saves nothing: 1 000 000 001 and 1 000 000 002. */
  const mostDecimals = 4;
  if (isPlain || (largest >= 1 && exponent - stepExponent > mostDecimals)) {
    const decimals = Math.min(MOST_DECIMALS, Math.max(0, -stepExponent));
    return values.map((value) => decimalText(value, value.toFixed(decimals)));
  }
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, exponent - stepExponent));
  return values.map((value) => {
    if (value === 0) return "0";
    return `${withMinus((value / 10 ** exponent).toFixed(decimals))}×10${raised(exponent)}`;
  });
}

/** The limit of `toFixed` in older engines; a double holds fewer. */
const MOST_DECIMALS = 20;

/** Labels of powers of ten, by exponent: plain numbers if all are short, otherwise all as 10ⁿ. */
export function powerOfTenTexts(exponents: readonly number[]): string[] {
  const isShort = exponents.every((exponent) => exponent >= LEAST_SHORT && exponent <= MOST_SHORT);
  return exponents.map((exponent) => {
    const power = 10 ** exponent;
    return isShort ? decimalText(power, power.toFixed(Math.max(0, -exponent))) : `10${raised(exponent)}`;
  });
}

/** Between these exponents the plain number is as short as the power. */
const LEAST_SHORT = -3;
const MOST_SHORT = 5;

/** ⌊log₁₀⌋ of a positive number, without the rounding error of a logarithm. */
export function exponentOf(value: number): number {
  return Number(value.toExponential().split("e")[1]);
}

function decimalText(value: number, text: string): string {
  if (Math.abs(value) < GROUPED_FROM) return withMinus(text);
  const [whole = "", fraction] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUP_SPACE);
  return withMinus(fraction === undefined ? grouped : `${grouped}.${fraction}`);
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function withMinus(text: string): string {
  if (/^-[0.]*$/.test(text)) return text.slice(1);
  return text.replace("-", MINUS);
}

function raised(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => RAISED[Number(digit)]).join("");
  return exponent < 0 ? `⁻${digits}` : digits;
}
