"""CPU milliseconds of three Stein fits (x, y, both) with bandwidths in numpy on one thread: the peer of `npm run bench`.

usage: stein.py FILE cholesky|inverse REPEATS    FILE holds the standardized pair as float64, x then y
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


pair = np.fromfile(sys.argv[1]).reshape(2, -1).T
for _ in range(int(sys.argv[3])):
    start = time.process_time()
    stein(pair[:, [0]], sys.argv[2])
    stein(pair[:, [1]], sys.argv[2])
    stein(pair, sys.argv[2])
    print(1e3 * (time.process_time() - start))
