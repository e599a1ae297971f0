/** Mean and population standard deviation (divisor n); NaN of nothing. */
export function meanAndSd(values: ArrayLike<number>): { readonly mean: number; readonly sd: number } {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  const mean = sum / values.length;
  let square = 0;
  for (let i = 0; i < values.length; i++) square += (values[i] - mean) * (values[i] - mean);
  return { mean, sd: Math.sqrt(square / values.length) };
}
