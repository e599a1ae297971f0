/** Shares of the past kept by the running means of the gradient and of its square. */
const GRADIENT_MEMORY = 0.9;
const SQUARE_MEMORY = 0.999;
/** Added to the root of the mean square, outside the root. */
const EPSILON = 1e-8;

/**
 * Steps of Adam: each parameter moves against the running mean of its gradient, in units of that gradient's running
 * root mean square, by about `rate`. Moves theta in place.
 *
 * @reference Kingma & Ba 2015, algorithm 1
 */
export function adamStepper(parameters: number): (theta: Float64Array, gradient: Float64Array, rate: number) => void {
  const mean = new Float64Array(parameters);
  const square = new Float64Array(parameters);
  let meanMissing = 1;
  let squareMissing = 1;
  return (theta, gradient, rate) => {
    // Both means start at 0: these shares of what they should be are still missing.
    meanMissing *= GRADIENT_MEMORY;
    squareMissing *= SQUARE_MEMORY;
    for (let k = 0; k < parameters; k++) {
      mean[k] = GRADIENT_MEMORY * mean[k] + (1 - GRADIENT_MEMORY) * gradient[k];
      square[k] = SQUARE_MEMORY * square[k] + (1 - SQUARE_MEMORY) * gradient[k] * gradient[k];
      const size = Math.sqrt(square[k] / (1 - squareMissing)) + EPSILON;
      theta[k] -= (rate * (mean[k] / (1 - meanMissing))) / size;
    }
  };
}
