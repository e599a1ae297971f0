/** For `JSON.stringify`: columns are arrays, with null where there is no number. */
export function plainColumns(_: string, value: unknown): unknown {
  return value instanceof Float64Array ? Array.from(value) : value;
}
