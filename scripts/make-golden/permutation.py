"""Golden numbers for `paperDistinctRows`: what jax.random.choice(PRNGKey(seed), n, (size,), replace=False) draws.

JAX's permutation of 0..n-1, written from its definition with Python's whole numbers: threefry2x32, partitionable
layout, ceil(3 ln n / ln(2^32 - 1)) rounds of a stable sort by 32 random bits. Run `npm run make -- golden`.
"""

import json
import math
import pathlib

FILE = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "permutations.json"
WORD = 0xFFFFFFFF
ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
HEAD = 12


def threefry(key, counter):
    schedule = (*key, key[0] ^ key[1] ^ 0x1BD11BDA)
    a, b = ((c + k) & WORD for c, k in zip(counter, schedule))
    for group in range(5):
        for bits in ROTATIONS[group % 2]:
            a = (a + b) & WORD
            b = (((b << bits) | (b >> (32 - bits))) & WORD) ^ a
        a = (a + schedule[(group + 1) % 3]) & WORD
        b = (b + schedule[(group + 2) % 3] + group + 1) & WORD
    return a, b


def permutation(seed, n):
    key, rows = (seed >> 32, seed & WORD), list(range(n))
    for _ in range(math.ceil(3 * math.log(max(1, n)) / math.log(WORD))):
        key, stream = threefry(key, (0, 0)), threefry(key, (0, 1))
        sort_keys = [first ^ second for first, second in (threefry(stream, (0, j)) for j in range(n))]
        rows = [row for _, row in sorted(zip(sort_keys, rows), key=lambda entry: entry[0])]
    return rows


def record(seed, n):
    rows = permutation(seed, n)
    checksum = sum((i + 1) * row for i, row in enumerate(rows)) % (2**31 - 1)
    return {"seed": seed, "n": n, "head": rows[:HEAD], "checksum": checksum}


assert threefry((0, 0), (0, 0)) == (0x6B200159, 0x99BA4EFE)
cases = [(0, 1), (0, 2), (0, 162), (0, 1000), (0, 1625), (0, 1626), (0, 5000), (7, 5000), (2**40 + 3, 349)]
FILE.write_text(json.dumps([record(*case) for case in cases], indent=1) + "\n")
