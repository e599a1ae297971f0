/** Cubic B-splines per function of the cause (docs/decisions/0003-spline-velocities.md). */
export const SPLINE_SIZE = 8;
/** Total ridge, divided by the number of coefficients: keeps splines over empty stretches finite, moves no verdict. */
export const SPLINE_RIDGE = 1e-4;
