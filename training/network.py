"""The network: a pair becomes a picture of 12 planes, a convolutional network reads it in both directions.

log odds = g(x, y) − g(y, x), so exchanging the columns negates them. The network is equivariant under flips of both
axes and its output invariant, so the sign of a column changes nothing. docs/methods/learned.md has the formulas; the
evaluation in integers is packages/core/src/learned.
"""
import math
import struct

import torch
import torch.nn as nn
import torch.nn.functional as F

SIZE = 32
PLANES = 12
"""Planes that change sign if x (bit 1) or y (bit 2) is negated."""
ODD = [0, 0, 0, 0, 1, 2, 1, 2, 0, 0, 0, 0]
STEPS = 1024
LARGEST = 16383
SHARES = 256


def mid_ranks(ascending, column):
    """Rows below plus rows not above each value: twice the mid-rank."""
    column = column.contiguous()
    return torch.searchsorted(ascending, column) + torch.searchsorted(ascending, column, right=True)


def splat(place_x, place_y):
    """Rows shared out among the four nearest cells; 1 everywhere if both places are independent and uniform."""
    pairs, rows = place_x.shape
    i, j = place_x.floor(), place_y.floor()
    p, q = place_x - i, place_y - j
    i, j, out = i.long(), j.long(), torch.zeros(pairs, (SIZE + 1) * (SIZE + 1), device=place_x.device)
    for down, share in ((0, 1 - p), (1, p)):
        for right, other in ((0, 1 - q), (1, q)):
            out.scatter_add_(1, (i + down) * (SIZE + 1) + j + right, share * other)
    return out.view(pairs, SIZE + 1, SIZE + 1)[:, :SIZE, :SIZE] * (SIZE * SIZE / rows)


def in_shares(place):
    return torch.round(place * SHARES) / SHARES


def margin(column):
    """What the picture shows of one column: places by rank and by value, density and center along the axis, values."""
    pairs, rows = column.shape
    ascending = column.sort(1)[0]
    mean = ascending.mean(1, keepdim=True)
    sd = (ascending - mean).square().mean(1, keepdim=True).sqrt()
    v = ((column - mean) / sd).clamp(-12, 12)
    drawn_in = torch.asinh(((ascending - mean) / sd).clamp(-12, 12))
    at = torch.arange(SIZE + 1, device=column.device) * (rows - 1)
    cell, rem = at // SIZE, at % SIZE
    edges = (drawn_in[:, cell] * (SIZE - rem) + drawn_in[:, (cell + 1).clamp(max=rows - 1)] * rem) / SIZE
    density = -torch.log((edges[:, 1:] - edges[:, :-1]).clamp_min(1e-3) * SIZE)
    center = 0.5 * (edges[:, 1:] + edges[:, :-1])
    by_rank = ((mid_ranks(ascending, column) * SIZE - rows).double() / (2 * rows)).clamp(0, SIZE - 1).float()
    by_value = ((v / torch.sqrt(1 + v * v) + 1) * SIZE / 2 - 0.5).clamp(0, SIZE - 1)
    distinct = 1 + (ascending[:, 1:] > ascending[:, :-1]).sum(1)
    return in_shares(by_rank), in_shares(by_value), density, center, torch.log(distinct.clamp(max=1000).float()) - 4


def pictures(x, y):
    """pairs × 12 × 32 × 32, in steps of 1/1024; x runs down."""
    pairs, rows = x.shape
    (rank_x, value_x, density_x, center_x, many_x), (rank_y, value_y, density_y, center_y, many_y) = margin(x), margin(y)
    copula, plane = splat(rank_x, rank_y), splat(value_x, value_y)
    down = lambda v: v[:, :, None].expand(pairs, SIZE, SIZE)
    along = lambda v: v[:, None, :].expand(pairs, SIZE, SIZE)
    whole = lambda v: v[:, None, None].expand(pairs, SIZE, SIZE)
    place = torch.linspace(-1, 1, SIZE, device=x.device).expand(pairs, SIZE)
    log_rows = torch.full((pairs,), math.log(min(rows, 10_000)) - 6, device=x.device)
    planes = torch.stack([torch.log1p(copula), torch.log1p(plane), down(density_x), along(density_y), down(center_x),
                          along(center_y), down(place), along(place), 0.3 * copula.clamp(max=8), whole(log_rows),
                          whole(many_x), whole(many_y)], 1)
    return (planes * STEPS).round().clamp(-LARGEST, LARGEST) / STEPS


EXCHANGED = [0, 1, 3, 2, 5, 4, 7, 6, 8, 9, 11, 10]


def exchanged(picture):
    """The picture of (y, x)."""
    return picture.transpose(2, 3)[:, EXCHANGED]


def flipped(kernel, g):
    """Flips the down axis (bit 1) and the along axis (bit 2) of kernels."""
    axes = ([-2] if g & 1 else []) + ([-1] if g & 2 else [])
    return kernel.flip(axes) if axes else kernel


class Convolution(nn.Module):
    """3 × 3, from planes or fields to fields; a field is four channels, one for each flip."""

    def __init__(self, inputs, fields, is_first):
        super().__init__()
        self.is_first, self.fields = is_first, fields
        shape = (fields, inputs, 3, 3) if is_first else (fields, inputs, 4, 3, 3)
        self.weight = nn.Parameter(torch.randn(shape) * math.sqrt(2 / (9 * inputs * (1 if is_first else 4))))
        self.norm = nn.GroupNorm(fields, 4 * fields, affine=False)
        self.gamma, self.beta = nn.Parameter(torch.ones(fields)), nn.Parameter(torch.zeros(fields))

    def expanded(self, weight):
        per_flip = []
        for g in range(4):
            if self.is_first:
                sign = torch.tensor([-1.0 if bin(odd & g).count("1") % 2 else 1.0 for odd in ODD], device=weight.device)
                per_flip.append(flipped(weight, g) * sign[None, :, None, None])
            else:
                own = torch.stack([weight[:, :, g ^ other] for other in range(4)], 2)
                per_flip.append(flipped(own, g).flatten(1, 2))
        return torch.stack(per_flip, 1).flatten(0, 1)

    def forward(self, image, weight=None):
        out = self.norm(F.conv2d(image, self.expanded(self.weight if weight is None else weight), padding=1))
        out = out * self.gamma.repeat_interleave(4)[None, :, None, None] + self.beta.repeat_interleave(4)[None, :, None, None]
        return F.relu(out)


class PairNetwork(nn.Module):
    def __init__(self, fields=(4, 8, 12), hidden=64):
        super().__init__()
        self.fields, self.hidden = fields, hidden
        a, b, c = fields
        self.layers = nn.ModuleList([Convolution(PLANES, a, True), Convolution(a, a, False), Convolution(a, b, False),
                                     Convolution(b, b, False), Convolution(b, c, False), Convolution(c, c, False)])
        self.first, self.last = nn.Linear(8 * c, hidden), nn.Linear(hidden, 1)

    def features(self, image):
        for k, layer in enumerate(self.layers):
            image = layer(image)
            if k in (1, 3):
                image = F.avg_pool2d(image, 2)
        means, largest = (v.unflatten(1, (-1, 4)) for v in (image.mean((2, 3)).float(), image.amax((2, 3)).float()))

        def parts(v):
            a, b, c, d = v.unbind(-1)
            return torch.stack([a + b + c + d, (a - b + c - d).abs(), (a + b - c - d).abs(), (a - b - c + d).abs()], -1) / 4

        return torch.cat([parts(means), parts(largest)], -1).flatten(1)

    def forward(self, picture):
        return self.last(F.relu(self.first(self.features(picture))))[:, 0]

    def log_odds(self, picture):
        g = self(torch.cat([picture, exchanged(picture)])).float()
        return g[: len(picture)] - g[len(picture):]

    def in_bytes(self):
        """A copy whose weights are multiples of a scale per field or unit, and the bytes of the file."""
        import copy
        other = copy.deepcopy(self).cpu()
        parts = [b"CVNET1\0\0", bytes([SIZE, PLANES, *self.fields, self.hidden, 0, 0])]

        def put(weight):
            rows = weight.detach().float().flatten(1)
            scale = (rows.abs().amax(1) / 127).clamp_min(1e-12)
            steps = torch.round(rows / scale[:, None]).clamp(-127, 127)
            data = steps.to(torch.int8).numpy().tobytes()
            parts.append(data + b"\0" * (-len(data) % 4))
            parts.append(floats(scale))
            return (steps * scale[:, None]).view_as(weight)

        def floats(values):
            values = values.detach().float().flatten().tolist()
            return struct.pack(f"<{len(values)}f", *values)

        for layer in other.layers:
            layer.weight.data = put(layer.weight)
            parts.append(floats(layer.gamma) + floats(layer.beta))
        for layer in (other.first, other.last):
            layer.weight.data = put(layer.weight)
            parts.append(floats(layer.bias))
        return other, b"".join(parts)
