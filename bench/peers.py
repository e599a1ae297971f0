"""CPU milliseconds of what numpy does in the plain way, on one thread: the peers of `npm run bench -- speed`.

usage: peers.py FILE KIND REPEATS    FILE holds the standardized pair as float64, x then y
KIND is cholesky or inverse (three Stein fits: x, y, both, with bandwidths), kde-exponential or kde-gaussian (scores of
both columns together), hsic (with bandwidths), or loci (location and scale of each column by splines of the other, and
the HSIC of what is left with that column: a whole decision).
"""

import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np

RIDGE = 0.1


def median_distance(column):
    distances = np.abs(column[:, None] - column[None, :])[np.tril_indices(len(column), -1)]
    return np.median(distances[distances > 0])


def stein(points, solver):
    n = len(points)
    h = np.array([median_distance(column) for column in points.T])
    gram = np.exp(-0.5 * sum(((c[:, None] - c[None, :]) / w) ** 2 for c, w in zip(points.T, h)))
    slopes = -(points * gram.sum(axis=1)[:, None] - gram @ points) / h**2
    gram[np.diag_indices(n)] += RIDGE
    if solver == "inverse":
        return np.linalg.inv(gram) @ slopes
    try:
        from scipy.linalg import cho_factor, cho_solve

        return cho_solve(cho_factor(gram, lower=True, overwrite_a=True, check_finite=False), slopes, check_finite=False)
    except ImportError:
        factor = np.linalg.cholesky(gram)
        return np.linalg.solve(factor.T, np.linalg.solve(factor, slopes))


def three_fits(pair, solver):
    stein(pair[:, [0]], solver)
    stein(pair[:, [1]], solver)
    stein(pair, solver)


def silverman(pair):
    n, d = pair.shape
    iqr = np.subtract(*np.quantile(pair, [0.75, 0.25], axis=0))
    return 1.06 * np.minimum(pair.std(axis=0), iqr / 1.34) * (n * (d + 2) / 4) ** (-1 / (d + 4))


def kde(pair, kernel):
    u = pair / silverman(pair)
    dx = u[:, None, 0] - u[None, :, 0]
    dy = u[:, None, 1] - u[None, :, 1]
    square = dx**2 + dy**2
    if kernel == "gaussian":
        k = np.exp(-0.5 * square)
        slope = -k
    else:
        r = np.sqrt(square)
        k = np.exp(-0.5 * r)
        slope = -0.5 * k / np.where(r > 0, r, np.inf)
    return (slope * dx).sum(axis=1) / k.sum(axis=1), (slope * dy).sum(axis=1) / k.sum(axis=1)


def hsic(pair):
    def centered(column):
        k = np.exp(-0.5 * ((column[:, None] - column[None, :]) / median_distance(column)) ** 2)
        return k - k.mean(axis=0) - k.mean(axis=1)[:, None] + k.mean()

    return (centered(pair[:, 0]) * centered(pair[:, 1])).mean()


def cubic_splines(column, size):
    """Cubic B-splines at the rows, knots at quantiles, by the recursion of Cox and de Boor."""
    inner = np.unique(np.quantile(column, np.linspace(0, 1, size - 2)))
    knots = np.concatenate([[inner[0]] * 3, inner, [inner[-1]] * 3])
    t = np.clip(column, inner[0], np.nextafter(inner[-1], -np.inf))[:, None]
    basis = ((knots[:-1] <= t) & (t < knots[1:])).astype(float)
    for degree in range(1, 4):
        left, right = knots[: -degree - 1], knots[degree + 1 :]
        down = knots[degree:-1] - left[: len(knots) - 1 - degree]
        up = right - knots[1:-degree]
        with np.errstate(divide="ignore", invalid="ignore"):
            rising = np.where(down > 0, (t - left) / down, 0) * basis[:, :-1]
            falling = np.where(up > 0, (right - t) / up, 0) * basis[:, 1:]
        basis = rising + falling
    return basis


def standardized_noise(cause, effect, rounds=3):
    """Weighted least squares for the location alternates with a regression of the log squares for the scale."""
    basis = cubic_splines(cause, 25)
    ridge = 1e-4 * np.eye(basis.shape[1])
    log_scale = np.zeros(len(cause))
    for _ in range(rounds):
        weighted = basis * np.exp(-2 * log_scale)[:, None]
        location = basis @ np.linalg.solve(basis.T @ weighted + ridge, weighted.T @ effect)
        log_square = np.log(np.maximum((effect - location) ** 2, 1e-12))
        log_scale = 0.5 * basis @ np.linalg.solve(basis.T @ basis + ridge, basis.T @ log_square)
    return (effect - location) * np.exp(-log_scale)


def loci(pair):
    x, y = pair.T
    forward = hsic(np.column_stack([x, standardized_noise(x, y)]))
    backward = hsic(np.column_stack([y, standardized_noise(y, x)]))
    return "x->y" if forward < backward else "y->x"


RUNS = {
    "cholesky": lambda pair: three_fits(pair, "cholesky"),
    "inverse": lambda pair: three_fits(pair, "inverse"),
    "kde-exponential": lambda pair: kde(pair, "exponential"),
    "kde-gaussian": lambda pair: kde(pair, "gaussian"),
    "hsic": hsic,
    "loci": loci,
}

pair = np.fromfile(sys.argv[1]).reshape(2, -1).T
for _ in range(int(sys.argv[3])):
    start = time.process_time()
    RUNS[sys.argv[2]](pair)
    print(1e3 * (time.process_time() - start))
