"""Golden numbers for the pairs in tests/golden/pairs, from numpy and scipy alone.

Nothing here is shared with the TypeScript code: dense linear algebra by LAPACK, derivatives of the scores by the
complex step (exact to rounding), B-splines by scipy. Run `npm run make -- golden`; needs python3 with numpy and scipy.
"""

import json
import pathlib

import numpy as np
from scipy.interpolate import BSpline

FOLDER = pathlib.Path(__file__).parents[2] / "tests" / "golden"
RIDGE = 0.1
SPLINE_SIZE = 12
SMALLEST_SPLINE = 4
ROWS_PER_INTERVAL = 20
SPLINE_RIDGE = 1e-4
TRIM = 0.05
HEAD = 5
COMPLEX_STEP = 1e-30
PROBES = np.array([[0.1, -0.2], [-1.3, 0.7], [2.4, 1.9]])


def median_distance(column):
    distances = np.abs(column[:, None] - column[None, :])[np.tril_indices(len(column), -1)]
    return np.median(distances[distances > 0])


def silverman(points):
    n, d = points.shape
    rate = n ** (-1 / 5) if d == 1 else (n * (d + 2) / 4) ** (-1 / (d + 4))
    spreads = []
    for column in points.T:
        low, high = np.quantile(column, [0.25, 0.75])
        spreads.append(min(column.std(), (high - low) / 1.34) if high > low else column.std())
    return 1.06 * rate * np.array(spreads)


def kernel_and_slope(kind, z, data, h):
    """k(z - x_i) and what the estimator takes for its gradient; z may be complex."""
    offset = z - data
    q = ((offset / h) ** 2).sum(axis=1)
    zero = np.abs(q) == 0
    if kind == "gaussian":
        k = np.exp(-q / 2)
        return k, -k[:, None] * offset / h**2
    r = np.sqrt(np.where(zero, 1, q))
    k = np.where(zero, 1, np.exp(-r / 2))
    if kind == "exponential":
        slope = -(k / (2 * r))[:, None] * offset / h**2
    else:  # published: along the unscaled offset
        length = np.sqrt(np.where(zero, 1, (offset**2).sum(axis=1)))
        slope = -(k / (2 * length))[:, None] * offset / h
    return k, np.where(zero[:, None], 0, slope)


class Stein:
    def __init__(self, kind, data):
        self.kind, self.data = kind, data
        self.h = np.array([median_distance(column) for column in data.T])
        rows = [kernel_and_slope(kind, z, data, self.h) for z in data]
        gram = np.array([k for k, _ in rows])
        sums = np.array([slope.sum(axis=0) for _, slope in rows])
        self.at_rows = np.linalg.solve(gram + RIDGE * np.eye(len(data)), sums)

    def at(self, z):
        k, slope = kernel_and_slope(self.kind, z, self.data, self.h)
        return (slope.sum(axis=0) - k @ self.at_rows) / RIDGE


class Kde:
    def __init__(self, kind, data, published):
        self.kind, self.data, self.published = kind, data, published
        self.h = silverman(data)
        self.at_rows = np.array([self.at(z) for z in data])

    def at(self, z):
        n, d = self.data.shape
        k, slope = kernel_and_slope(self.kind, z, self.data, self.h)
        if self.published:
            density = k.mean() / np.sqrt(self.h.prod())
            numerator = slope.mean(axis=0) / self.h
        else:
            mass = (2 * np.pi) ** (d / 2) if self.kind == "gaussian" else {1: 4, 2: 8 * np.pi}[d]
            density = k.mean() / (mass * self.h.prod())
            numerator = slope.mean(axis=0) / (mass * self.h.prod())
        return numerator / (density if np.real(density) > n**-2.0 else n**-2.0)


ESTIMATORS = {
    "stein-gaussian": lambda data: Stein("gaussian", data),
    "stein-exponential": lambda data: Stein("exponential", data),
    "stein-published-exponential": lambda data: Stein("published", data),
    "kde-exponential": lambda data: Kde("exponential", data, False),
    "kde-gaussian": lambda data: Kde("gaussian", data, False),
    "kde-exponential-published": lambda data: Kde("published", data, True),
    "kde-gaussian-published": lambda data: Kde("gaussian", data, True),
}


def jacobian(estimate, z):
    columns = []
    for j in range(len(z)):
        moved = z.astype(complex)
        moved[j] += 1j * COMPLEX_STEP
        columns.append(np.imag(estimate.at(moved)) / COMPLEX_STEP)
    return np.array(columns).T


def monomials(degree, exponential=False):
    powers = [(p, total - p) for total in range(degree + 1) for p in range(total + 1)]

    def basis(t, y):
        value = [t**p * y**q for p, q in powers]
        slope = [q * t**p * y ** max(q - 1, 0) for p, q in powers]
        if exponential:
            value += [np.exp(-(t**2)), np.exp(-(y**2)), np.exp(-(t**2) - y**2)]
            slope += [0 * t, -2 * y * np.exp(-(y**2)), -2 * y * np.exp(-(t**2) - y**2)]
        return np.array(value).T, np.array(slope).T, 0

    return basis


def fourier(t, y):
    value = [1 + 0 * t, np.sin(t), np.sin(y), np.cos(t), np.cos(y), np.sin(t + y)]
    slope = [0 * t, 0 * t, np.cos(y), 0 * t, -np.sin(y), np.cos(t + y)]
    return np.array(value).T, np.array(slope).T, 0


def splines(t):
    size = max(SMALLEST_SPLINE, min(SPLINE_SIZE, SMALLEST_SPLINE - 1 + len(t) // ROWS_PER_INTERVAL))
    breaks = np.unique(np.quantile(t, np.linspace(0, 1, size - 2)))
    knots = np.concatenate([[breaks[0]] * 3, breaks, [breaks[-1]] * 3])
    size = len(breaks) + 2
    inside = np.clip(t, breaks[0], breaks[-1])
    return np.array([BSpline(knots, np.eye(size)[k], 3)(inside) for k in range(size)]).T


def anm(t, y):
    b = splines(t)
    return b, 0 * b, SPLINE_RIDGE / b.shape[1]


def lsnm(t, y):
    b = splines(t)
    return np.hstack([b, b * y[:, None]]), np.hstack([0 * b, b]), SPLINE_RIDGE / (2 * b.shape[1])


CLASSES = {
    "V-ZERO": None,
    "B-LIN": monomials(1),
    "B-LIN-EXP": monomials(1, True),
    "B-QUAD": monomials(2),
    "B-QUAD-EXP": monomials(2, True),
    "B-CUBIC": monomials(3),
    "B-QUARTIC": monomials(4),
    "B-TRIG": fourier,
    "V-ANM": anm,
    "V-LSNM": lsnm,
}


def loss(basis, t, y, score_t, joint_t, joint_y):
    target = score_t - joint_t
    residual = target
    if basis is not None:
        value, slope, ridge = basis(t, y)
        design = slope + value * joint_y[:, None]
        n, k = design.shape
        padded = np.vstack([design, np.sqrt(ridge * n) * np.eye(k)])
        a = np.linalg.lstsq(padded, np.concatenate([target, np.zeros(k)]), rcond=1e-13)[0]
        residual = target - design @ a
    return {"mse": np.mean(residual**2), "mae": np.mean(np.abs(residual))}


def inner_rows(columns):
    keep = np.ones(len(columns), bool)
    for column in columns.T:
        low, high = np.quantile(column, [TRIM / 2, 1 - TRIM / 2])
        keep &= (low < column) & (column < high)
    return np.flatnonzero(keep)


def numbers_of(data):
    n = len(data)
    rows = {"all": np.arange(n), "trimmed": inner_rows(data)}
    out = {
        "rows": n,
        "trimmed": len(rows["trimmed"]),
        "medianDistance": [median_distance(column) for column in data.T],
        "silverman": [silverman(data[:, [0]])[0], silverman(data[:, [1]])[0], *silverman(data)],
        "scores": {},
        "losses": {},
    }
    for name, make in ESTIMATORS.items():
        x, y, joint = make(data[:, [0]]), make(data[:, [1]]), make(data)
        columns = np.array([x.at_rows[:, 0], y.at_rows[:, 0], joint.at_rows[:, 0], joint.at_rows[:, 1]])
        out["scores"][name] = {
            "meanSquare": (columns**2).mean(axis=1).tolist(),
            "head": columns[:, :HEAD].tolist(),
            "probes": [joint.at(z).tolist() for z in PROBES],
            "jacobians": [jacobian(joint, z).ravel().tolist() for z in PROBES],
            "marginalProbes": [x.at(z[:1]).tolist()[0] for z in PROBES],
            "marginalJacobians": [jacobian(x, z[:1]).ravel().tolist()[0] for z in PROBES],
        }
        if name not in ("stein-gaussian", "kde-exponential"):
            continue
        sx, sy, jx, jy = columns
        out["losses"][name] = {
            which: {
                velocity: {
                    "x->y": loss(basis, data[i, 0], data[i, 1], sx[i], jx[i], jy[i]),
                    "y->x": loss(basis, data[i, 1], data[i, 0], sy[i], jy[i], jx[i]),
                }
                for velocity, basis in CLASSES.items()
            }
            for which, i in rows.items()
        }
    return out


def main():
    golden = {}
    for path in sorted((FOLDER / "pairs").glob("*.csv")):
        raw = np.loadtxt(path, delimiter=",", skiprows=1)
        golden[path.stem] = numbers_of((raw - raw.mean(axis=0)) / raw.std(axis=0))
        print(path.stem)
    document = {"probes": PROBES.tolist(), "pairs": golden}
    (FOLDER / "own-pairs.json").write_text(json.dumps(document, indent=1) + "\n")


main()
