"""Log odds of the shipped network for the golden pairs, by a slow evaluation in numpy: tests/golden/learned.json.

Written from docs/methods/learned.md and independent of the TypeScript; whole numbers are summed exactly in both.
"""
import glob
import json
import math
import os

import numpy as np

ROOT = os.path.join(os.path.dirname(__file__), "../..")
SIZE = 32
ODD_IN_X, ODD_IN_Y = (4, 6), (5, 7)


def margin(column):
    rows, ascending = len(column), np.sort(column)
    mean = sum(ascending[i] + ascending[rows - 1 - i] for i in range(rows)) / (2 * rows)
    square = sum((ascending[i] - mean) ** 2 + (ascending[rows - 1 - i] - mean) ** 2 for i in range(rows))
    v = np.clip((column - mean) / math.sqrt(square / (2 * rows)), -12, 12)
    drawn_in = np.arcsinh(np.sort(v))
    edges = []
    for k in range(SIZE + 1):
        cell, rest = divmod(k * (rows - 1), SIZE)
        edges.append((drawn_in[cell] * (SIZE - rest) + drawn_in[min(cell + 1, rows - 1)] * rest) / SIZE)
    edges = np.array(edges)
    twice_rank = np.array([(column < value).sum() + (column <= value).sum() for value in column])
    place = np.clip(twice_rank * SIZE - rows, 0, 2 * rows * (SIZE - 1))
    cell = place // (2 * rows)
    by_rank = (cell, np.rint(256 * (place - 2 * rows * cell) / (2 * rows)).astype(int))
    place = np.clip(np.rint(v / np.sqrt(1 + v * v) * SIZE * 128).astype(int) + SIZE * 128 - 128, 0, 256 * (SIZE - 1))
    return {
        "rows": rows,
        "distinct": len(set(column)),
        "by rank": by_rank,
        "by value": (place >> 8, place & 255),
        "density": -np.log(np.maximum(np.diff(edges), 1e-3) * SIZE),
        "center": (edges[1:] + edges[:-1]) / 2,
    }


def grid(first, second, rows):
    cells = np.zeros((SIZE + 1, SIZE + 1), dtype=np.int64)
    for i, p, j, q in zip(*first, *second):
        cells[i, j] += (256 - p) * (256 - q)
        cells[i + 1, j] += p * (256 - q)
        cells[i, j + 1] += (256 - p) * q
        cells[i + 1, j + 1] += p * q
    return cells[:SIZE, :SIZE] * SIZE * SIZE / (rows * 65536)


def picture(x, y):
    rows, ones = x["rows"], np.ones((SIZE, SIZE))
    copula, plane = (grid(x[by], y[by], rows) for by in ("by rank", "by value"))
    down, along = (lambda v: np.repeat(np.asarray(v)[:, None], SIZE, 1)), (lambda v: np.repeat(np.asarray(v)[None], SIZE, 0))
    place = (2 * np.arange(SIZE) - (SIZE - 1)) / (SIZE - 1)
    many = lambda column: ones * (math.log(min(column["distinct"], 1000)) - 4)
    planes = [np.log(1 + copula), np.log(1 + plane), down(x["density"]), along(y["density"]), down(x["center"]),
              along(y["center"]), down(place), along(place), 0.3 * np.minimum(copula, 8),
              ones * (math.log(min(rows, 10_000)) - 6), many(x), many(y)]
    return np.clip(np.rint(np.array(planes) * 1024), -16383, 16383).astype(np.int64)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 16

    def bytes(self, *shape):
        count = int(np.prod(shape))
        values = np.frombuffer(self.data, np.int8, count, self.at).astype(np.int64).reshape(shape)
        self.at += -(-count // 4) * 4
        return values

    def floats(self, count):
        values = np.frombuffer(self.data, "<f4", count, self.at).astype(float)
        self.at += 4 * count
        return values


def flipped(kernel, g):
    return kernel[:: -1 if g & 1 else 1, :: -1 if g & 2 else 1]


def expanded(base):
    """Weights of all channels from those of the fields: four channels a field, one for each flip."""
    fields, inputs = base.shape[:2]
    if base.ndim == 4:
        out = np.zeros((4 * fields, inputs, 3, 3), np.int64)
        for f, g, p in np.ndindex(fields, 4, inputs):
            sign = (-1 if g & 1 and p in ODD_IN_X else 1) * (-1 if g & 2 and p in ODD_IN_Y else 1)
            out[4 * f + g, p] = sign * flipped(base[f, p], g)
        return out
    out = np.zeros((4 * fields, 4 * inputs, 3, 3), np.int64)
    for f, g, p, h in np.ndindex(fields, 4, inputs, 4):
        out[4 * f + g, 4 * p + h] = flipped(base[f, p, g ^ h], g)
    return out


def convolution(image, base, scale, gamma, beta):
    weights, size = expanded(base), image.shape[1]
    padded = np.pad(image, ((0, 0), (1, 1), (1, 1)))
    sums = sum(np.einsum("oc,cij->oij", weights[:, :, i, j], padded[:, i : i + size, j : j + size]) for i, j in np.ndindex(3, 3))
    out = np.zeros_like(sums)
    for f in range(len(scale)):
        own = sums[4 * f : 4 * f + 4]
        mean, small = int(own.sum()) / own.size, own >> 10
        variance = (int((small * small).sum()) / own.size - (int(small.sum()) / own.size) ** 2) * 2**20
        factor = gamma[f] / math.sqrt(variance + 1e-5 / (scale[f] / 1024) ** 2)
        value = np.maximum(own * factor + (beta[f] - mean * factor), 0)
        out[4 * f : 4 * f + 4] = np.minimum(np.floor(value * 1024 + 0.5), 16383)
    return out


def network(path):
    """g of a picture."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"CVNET1\0\0"
    _, planes, a, b, c, hidden = data[8:14]
    read, layers = Reader(data), []
    for inputs, fields in ((planes, a), (a, a), (a, b), (b, b), (b, c), (c, c)):
        base = read.bytes(fields, inputs, 3, 3) if not layers else read.bytes(fields, inputs, 4, 3, 3)
        layers.append((base, read.floats(fields), read.floats(fields), read.floats(fields)))
    first = (read.bytes(hidden, 8 * c), read.floats(hidden), read.floats(hidden))
    last = (read.bytes(hidden), read.floats(1)[0], read.floats(1)[0])

    def parts(m):
        return [m.sum(), abs(m[0] - m[1] + m[2] - m[3]), abs(m[0] + m[1] - m[2] - m[3]), abs(m[0] - m[1] - m[2] + m[3])]

    def judge(image):
        for k, layer in enumerate(layers):
            if k in (2, 4):
                image = (image[:, ::2, ::2] + image[:, 1::2, ::2] + image[:, ::2, 1::2] + image[:, 1::2, 1::2] + 2) >> 2
            image = convolution(image, *layer)
        cells = image.reshape(c, 4, -1)
        means, largest = cells.sum(2) / 64 / 1024, cells.max(2) / 1024
        features = np.array([v / 4 for f in range(c) for v in parts(means[f]) + parts(largest[f])])
        units = np.maximum(0, first[1] * (first[0] @ features) + first[2])
        return last[1] * (last[0] @ units) + last[2]

    return judge


g = network(os.path.join(ROOT, "packages/core/weights/learned.bin"))
found = {}
for file in sorted(glob.glob(os.path.join(ROOT, "tests/golden/pairs/*.csv"))):
    x, y = np.loadtxt(file, delimiter=",", skiprows=1, unpack=True)
    of_x, of_y = margin(x), margin(y)
    found[os.path.basename(file)[:-4]] = float(g(picture(of_x, of_y)) - g(picture(of_y, of_x)))
with open(os.path.join(ROOT, "tests/golden/learned.json"), "w") as file:
    json.dump(found, file, indent=2)
    file.write("\n")
