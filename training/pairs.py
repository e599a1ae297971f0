"""Simulated pairs for training: with a direction (the first column is the cause) and without one.

Whatever happens after the mechanism (errors, warping, rounding, clipping, codes, selection, repeats) follows the same
law for both columns, and the columns of a pair without a direction are exchanged at random. Otherwise the network would
learn where the table was damaged instead of the mechanism.
"""
import torch

from functions import (DEVICE, any_function, any_increasing, any_sign, bent_distribution, between, cause, chance, effect_of,
                       log_between, loudness, mixture, noise, normal, one_of, plain_distribution, standardized)

DIRECTED_SHARE = 0.8
SELECTED_SHARE = 0.05
DAMAGED_SHARE = 0.65
"""Rows simulated for each that is kept, where rows are selected."""
SPARE_ROWS = 1.7


# --- pairs without a direction ----------------------------------------------------------------------------------------

def gaussian_copula(pairs, rows, half):
    r = between(0.05, 0.99, pairs, 1)
    x = normal(pairs, rows)
    y = r * x + torch.sqrt(1 - r * r) * normal(pairs, rows)
    return (warped(x) if chance(0.7) else x), (warped(y) if chance(0.7) else y)


def independent(pairs, rows, half):
    return cause(pairs, rows, half), cause(pairs, rows, half)


def common_cause(pairs, rows, half):
    z = cause(pairs, rows, half)
    if chance(0.4):
        return any_function(z) + loudness(pairs) * noise(pairs, rows), any_function(z) + loudness(pairs) * noise(pairs, rows)
    return effect_of(z, half), effect_of(z, half)


def clusters(pairs, rows, half):
    parts = one_of([2, 3, 4, 6])
    part = torch.multinomial(torch.softmax(normal(pairs, parts), 1), rows, replacement=True)
    pick = lambda values: values.gather(1, part)
    u, v, tilt = normal(pairs, rows), normal(pairs, rows), between(-0.95, 0.95, pairs, parts)
    v = pick(tilt) * u + torch.sqrt(1 - pick(tilt) ** 2) * v
    place = lambda: pick(normal(pairs, parts) * log_between(0.5, 4, pairs, 1))
    size = lambda: pick(log_between(0.2, 1.5, pairs, parts))
    return place() + size() * u, place() + size() * v


def both_directions(pairs, rows, half):
    """Some rows go one way, the others the other way."""
    x, other = cause(pairs, rows, half), cause(pairs, rows, half)
    y, back = effect_of(x, half), effect_of(other, half)
    forward = torch.rand(pairs, rows, device=DEVICE) < between(0.3, 0.7, pairs, 1)
    return torch.where(forward, x, back), torch.where(forward, y, other)


def few_subjects(pairs, rows, half):
    subjects = min(rows, one_of([3, 5, 8, 12, 20, 30]))
    x, y = cause(pairs, subjects, half), cause(pairs, subjects, half)
    of = torch.randint(subjects, (pairs, rows), device=DEVICE)
    error = lambda: log_between(0.03, 0.6, pairs, 1) * noise(pairs, rows)
    return x.gather(1, of) + error(), y.gather(1, of) + error()


def selected_together(pairs, rows, half):
    """Independent columns, selected by a sum of functions of both."""
    many = int(rows * SPARE_ROWS)
    x, y = cause(pairs, many, half), cause(pairs, many, half)
    key = any_function(x) + any_function(y) + between(0, 0.5, pairs, 1) * normal(pairs, many)
    kept = key.topk(rows, 1).indices
    return x.gather(1, kept), y.gather(1, kept)


def feedback(pairs, rows, half):
    """Each column drives the other until nothing changes."""
    d, e = loudness(pairs) * noise(pairs, rows), loudness(pairs) * noise(pairs, rows)
    a, b = between(-0.9, 0.9, pairs, 1), between(-0.9, 0.9, pairs, 1)
    bend = one_of([torch.tanh, lambda v: v, torch.sin])
    x, y = d, e
    for _ in range(12):
        x, y = a * bend(y) + d, b * bend(x) + e
    return x, y


def random_walks(pairs, rows, half):
    """Two series that know nothing of each other; their rows are dependent, so the plane shows a trace."""
    keep = one_of([1.0, 0.999, 0.99, 0.95])
    decay = keep ** torch.arange(rows, device=DEVICE).clamp(max=3000)
    size = 1 << (2 * rows - 1).bit_length()

    def walk():
        steps = normal(pairs, rows)
        return torch.fft.irfft(torch.fft.rfft(steps, size) * torch.fft.rfft(decay, size), size)[:, :rows]

    return walk(), walk()


def round_shapes(pairs, rows, half):
    """Densities that are the same with the columns exchanged: discs, rings, squares, crosses."""
    angle = between(0, 6.283185, pairs, rows)
    radius = torch.sqrt(torch.rand(pairs, rows, device=DEVICE)) if chance(0.5) else 1 + log_between(0.02, 0.3, pairs, 1) * normal(pairs, rows)
    kind = one_of(["round", "square", "cross", "swapped"])
    if kind == "round":
        return radius * torch.cos(angle), radius * torch.sin(angle)
    if kind == "square":
        return plain_distribution(pairs, rows), plain_distribution(pairs, rows)
    if kind == "cross":
        along = torch.rand(pairs, rows, device=DEVICE) < 0.5
        long, short = noise(pairs, rows), log_between(0.05, 0.5, pairs, 1) * noise(pairs, rows)
        return torch.where(along, long, short), torch.where(along, short, long)
    x = cause(pairs, rows, half)
    y = effect_of(x, half)
    exchanged = torch.rand(pairs, rows, device=DEVICE) < 0.5
    return torch.where(exchanged, x, y), torch.where(exchanged, y, x)


def one_is_the_other(pairs, rows, half):
    """An increasing function without noise."""
    x = cause(pairs, rows, half)
    return x, any_sign(any_increasing(x))


UNDIRECTED = ([gaussian_copula] * 6 + [independent] * 4 + [common_cause] * 3 +
              [clusters, both_directions, few_subjects, selected_together, feedback, random_walks, round_shapes, one_is_the_other])


def directed(pairs, rows, half):
    x = cause(pairs, rows, half)
    if chance(0.1):  # a hidden cause of both beside the mechanism
        z = noise(pairs, rows)
        x = standardized(x + between(0, 0.8, pairs, 1) * any_function(z)).clamp(-15, 15)
        return x, effect_of(x, half) + between(0, 0.8, pairs, 1) * any_function(z)
    return x, effect_of(x, half)


# --- what happens to columns before anyone sees them ------------------------------------------------------------------

def warped(column):
    return standardized(any_increasing(standardized(column).clamp(-6, 6)))


def rounded(column):
    """To 3 to 300 steps over the range or over six standard deviations."""
    pairs = column.shape[0]
    span = (column.amax(1, keepdim=True) - column.amin(1, keepdim=True)).clamp_min(1e-6)
    span = torch.where(torch.rand(pairs, 1, device=DEVICE) < 0.5, torch.full_like(span, 6.0), span)
    step = span / log_between(3, 300, pairs, 1)
    offset = between(0, 1, pairs, 1)
    return (torch.round(column / step + offset) - offset) * step


def in_classes(column):
    """Cut into 3 to 30 classes of about equal or unequal size, numbered."""
    levels = one_of([3, 4, 5, 6, 8, 10, 15, 30])
    cuts = torch.quantile(column[:, :4000], torch.sort(torch.rand(levels - 1, device=DEVICE))[0], dim=1).T.contiguous()
    return torch.searchsorted(cuts, column.contiguous()).float()


def clipped(column):
    low, high = (torch.quantile(column[:, :4000], q, dim=1)[:, None] for q in (between(0.01, 0.3, ()).item(), between(0.7, 0.99, ()).item()))
    end = one_of(["low", "high", "both"])
    column = column if end == "high" else torch.maximum(column, low)
    return column if end == "low" else torch.minimum(column, high)


def with_outliers(column):
    pairs, rows = column.shape
    is_out = torch.rand(pairs, rows, device=DEVICE) < log_between(0.002, 0.05, pairs, 1)
    return torch.where(is_out, column + log_between(3, 15, pairs, 1) * normal(pairs, rows), column)


def with_codes(column):
    """A code for missing values, taken for a number."""
    pairs, rows = column.shape
    is_missing = torch.rand(pairs, rows, device=DEVICE) < log_between(0.003, 0.08, pairs, 1)
    return torch.where(is_missing, any_sign(log_between(3, 60, pairs, 1)), column)


def damaged(column, is_noisy):
    column = standardized(column)
    if is_noisy:
        column = column + between(0, 0.3, column.shape[0], 1) * normal(*column.shape)
    for share, change in ((0.22, warped), (0.03, with_outliers), (0.06, clipped), (0.2, rounded), (0.05, in_classes), (0.02, with_codes)):
        if chance(share):
            column = change(column)
    return standardized(column)


def selected(x, y, rows):
    """Rows with one of the columns above or below a limit, or in the middle."""
    pairs = x.shape[0]
    key = any_sign((x if chance(0.5) else y).clone())
    if chance(0.3):
        key = -key.abs()
    if chance(0.5):
        key = key + between(0, 1, pairs, 1) * normal(*key.shape)
    kept = key.topk(rows, 1).indices
    return x.gather(1, kept), y.gather(1, kept)


def repeated(x, y):
    """Few different rows, each many times."""
    pairs, rows = x.shape
    different = max(12, int(rows * 10 ** -torch.rand(()).item() * 0.6))
    row = torch.randint(min(different, rows), (pairs, rows), device=DEVICE)
    return x.gather(1, row), y.gather(1, row)


def group(pairs, rows, half):
    is_directed = chance(DIRECTED_SHARE)
    make = directed if is_directed else one_of(UNDIRECTED)
    if chance(SELECTED_SHARE):
        x, y = selected(*make(pairs, int(rows * SPARE_ROWS), half), rows)
    else:
        x, y = make(pairs, rows, half)
    if chance(DAMAGED_SHARE):
        is_noisy = chance(0.35)
        x, y = damaged(x, is_noisy), damaged(y, is_noisy)
    if chance(0.03):
        x, y = repeated(x, y)
    if not is_directed and chance(0.5):
        x, y = y, x
    return standardized(x), standardized(y), torch.full((pairs,), 1.0 if is_directed else 0.5, device=DEVICE)


@torch.no_grad()
def simulated_pairs(pairs, rows, half=None, together=64):
    """Two tensors of pairs × rows, the probability that the first column is the cause (1 or ½), and the half of each pair.

    Pairs with values that are not finite and constant columns are left out.
    """
    parts = []
    for k in range(max(1, pairs // together)):
        of = half or "ab"[k % 2]
        x, y, label = group(together, rows, of)
        parts.append((x, y, label, torch.full((together,), of == "b", device=DEVICE)))
    x, y, label, is_b = (torch.cat(column) for column in zip(*parts))
    usable = torch.isfinite(x).all(1) & torch.isfinite(y).all(1) & (x.std(1) > 0.5) & (y.std(1) > 0.5)
    return any_sign(x[usable]), any_sign(y[usable]), label[usable], is_b[usable]
