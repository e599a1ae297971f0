"""Random functions, distributions and mechanisms, drawn for a whole group of pairs at once.

A group is a tensor of pairs × rows. One call chooses one kind for the group (few launches on a GPU) and other
parameters for every pair. Columns have mean 0 and variance 1 between the steps.
"""
import math

import torch
import torch.nn.functional as F

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def chance(share):
    """True with a probability, for the whole group."""
    return torch.rand(()).item() < share


def one_of(options):
    return options[int(torch.randint(len(options), ()).item())]


def between(low, high, *shape):
    return low + (high - low) * torch.rand(*shape, device=DEVICE)


def log_between(low, high, *shape):
    return torch.exp(between(math.log(low), math.log(high), *shape))


def normal(*shape):
    return torch.randn(*shape, device=DEVICE)


def standardized(column):
    centered = column - column.mean(1, keepdim=True)
    return centered / (centered.square().mean(1, keepdim=True).sqrt() + 1e-9)


def any_sign(column):
    return column * (2 * torch.randint(2, (column.shape[0], 1), device=DEVICE) - 1)


# --- functions of one column ------------------------------------------------------------------------------------------

def smooth_path(u, shortest=0.4, longest=3.0, waves=40):
    """A path of a Gaussian process by random waves; half of the groups have a heavy-tailed spectrum."""
    pairs = u.shape[0]
    frequency = normal(pairs, waves) / log_between(shortest, longest, pairs, 1)
    if chance(0.5):
        frequency = frequency / normal(pairs, waves, 3).square().mean(-1).sqrt().clamp_min(0.15)
    phase = between(0, 2 * math.pi, pairs, waves)
    height = normal(pairs, waves)
    return (torch.cos(u[..., None] * frequency[:, None] + phase[:, None]) * height[:, None]).sum(-1)


def layer_of_units(u):
    pairs, units = u.shape[0], one_of([4, 8, 16])
    slope = normal(pairs, units) * log_between(0.5, 4, pairs, 1)
    place = normal(pairs, units) * log_between(0.5, 3, pairs, 1)
    activity = one_of([torch.tanh, F.relu, F.softplus])(u[..., None] * slope[:, None] + place[:, None])
    return (activity * normal(pairs, units)[:, None]).sum(-1)


def low_polynomial(u):
    c, v = normal(u.shape[0], 4), u.clamp(-4, 4)
    return c[:, :1] * v + 0.6 * c[:, 1:2] * v**2 + 0.3 * c[:, 2:3] * v**3 + 0.1 * c[:, 3:] * v**4


def rising_steps(u):
    pairs, steps = u.shape[0], one_of([1, 2, 4, 8])
    height = -torch.log(torch.rand(pairs, steps, device=DEVICE) + 1e-6)
    at = log_between(0.5, 6, pairs, steps)[:, None] * (u[..., None] - 1.2 * normal(pairs, steps)[:, None])
    trend = between(0, 0.6, pairs, 1) if chance(0.5) else 0.0
    return (torch.tanh(at) * height[:, None]).sum(-1) + trend * u


def curve(u):
    """Growth, saturation and powers: what laws of nature and dose-response curves look like."""
    pairs, kind = u.shape[0], one_of(["power", "exponential", "sinh", "softplus", "saturation", "logarithm"])
    if kind == "power":
        return torch.sign(u) * (u.abs() + 1e-6) ** log_between(0.4, 3, pairs, 1)
    if kind == "exponential":
        return torch.exp(u.clamp(-5, 5) * between(0.2, 1.2, pairs, 1))
    if kind == "sinh":
        return torch.sinh(u.clamp(-5, 5) * between(0.3, 1.3, pairs, 1))
    if kind == "softplus":
        return F.softplus(u * log_between(0.5, 4, pairs, 1) + normal(pairs, 1))
    amount = u - u.amin(1, keepdim=True) + 0.02
    half = log_between(0.1, 4, pairs, 1)
    if kind == "logarithm":
        return torch.log(amount + 0.3 * half)
    order = log_between(0.6, 4, pairs, 1)
    return amount**order / (amount**order + half**order)


def wave(u):
    pairs = u.shape[0]
    trend = between(-1, 1, pairs, 1) if chance(0.5) else 0.0
    return torch.sin(u * log_between(0.5, 6, pairs, 1) + between(0, 2 * math.pi, pairs, 1)) + trend * u


def bent_line(u):
    pairs, knots = u.shape[0], one_of([1, 2, 3])
    bend = 2 * normal(pairs, knots)
    return normal(pairs, 1) * u + (F.relu(u[..., None] - normal(pairs, 1, knots)) * bend[:, None]).sum(-1)


def plateaus(u):
    """A step function."""
    pairs, steps = u.shape[0], one_of([1, 2, 3, 5, 8])
    return ((u[..., None] > 1.2 * normal(pairs, 1, steps)).float() * normal(pairs, 1, steps)).sum(-1)


def any_function(u):
    kind = one_of([smooth_path] * 3 + [layer_of_units] * 2 + [low_polynomial, rising_steps, curve, curve, wave, bent_line, None])
    if kind is None:
        value = standardized(rising_steps(u)) + between(0.1, 0.6, u.shape[0], 1) * standardized(smooth_path(u))
    else:
        value = kind(u)
    return any_sign(standardized(value))


def any_increasing(u):
    return (rising_steps if chance(0.5) else curve)(u) + 0.02 * u


# --- distributions ----------------------------------------------------------------------------------------------------

def mixture(pairs, rows):
    parts = one_of([2, 3, 4, 6])
    part = torch.multinomial(torch.softmax(normal(pairs, parts), 1), rows, replacement=True)
    mean, sd = normal(pairs, parts) * log_between(0.5, 3, pairs, 1), log_between(0.1, 1.2, pairs, parts)
    return mean.gather(1, part) + sd.gather(1, part) * normal(pairs, rows)


def design(pairs, rows):
    """Levels set by someone: equally spaced or in equal ratios, equally or unequally often."""
    levels = one_of([3, 4, 5, 6, 8, 10, 12, 16, 24, 40])
    often = torch.softmax(normal(pairs, levels) * (0 if chance(0.5) else 0.7), 1)
    level = torch.multinomial(often, rows, replacement=True).float()
    kind = one_of(["equal", "equal", "ratio", "any"])
    if kind == "equal":
        return level
    if kind == "ratio":
        return log_between(1.2, 2.2, pairs, 1) ** level.clamp(max=12)
    return torch.cumsum(log_between(0.2, 3, pairs, levels), 1).gather(1, level.long())


def plain_distribution(pairs, rows):
    kind, D = one_of(["normal", "normal", "uniform", "mixture", "mixture", "gamma", "student", "laplace", "beta", "lognormal"]), torch.distributions
    many = lambda value: value.expand(pairs, rows)
    if kind == "normal":
        x = normal(pairs, rows)
    elif kind == "uniform":
        x = between(-1, 1, pairs, rows)
    elif kind == "mixture":
        x = mixture(pairs, rows)
    elif kind == "gamma":
        shape = many(log_between(0.7, 8, pairs, 1))
        x = D.Gamma(shape, torch.ones_like(shape)).sample()
    elif kind == "student":
        x = D.StudentT(many(log_between(2.2, 12, pairs, 1))).sample()
    elif kind == "laplace":
        x = D.Laplace(torch.zeros(pairs, rows, device=DEVICE), 1.0).sample()
    elif kind == "beta":
        x = D.Beta(many(log_between(0.6, 5, pairs, 1)), many(log_between(0.6, 5, pairs, 1))).sample()
    else:
        x = torch.exp(normal(pairs, rows) * log_between(0.2, 1.2, pairs, 1))
    return any_sign(standardized(x))


def bent_distribution(pairs, rows):
    u = plain_distribution(pairs, rows)
    return any_sign(standardized(one_of([lambda v: smooth_path(v, 0.7), rising_steps, curve, any_increasing])(u)))


def noise(pairs, rows):
    return normal(pairs, rows) if chance(0.35) else plain_distribution(pairs, rows) if chance(0.75) else bent_distribution(pairs, rows)


# --- mechanisms: cause and noise to effect ----------------------------------------------------------------------------

def loudness(pairs):
    """Standard deviation of the noise where the signal has 1."""
    return log_between(0.05, 2, pairs, 1)


def additive(x, e):
    return any_function(x) + loudness(x.shape[0]) * e


def post_nonlinear(x, e):
    return any_increasing(standardized(additive(x, e)))


def two_branches(x, e):
    pairs, rows = x.shape
    branch = (torch.rand(pairs, rows, device=DEVICE) < between(0.1, 0.9, pairs, 1)).float()
    other = any_function(x) * between(0, 1, pairs, 1) + normal(pairs, 1)
    return branch * any_function(x) + (1 - branch) * other + 0.5 * loudness(pairs) * e


def amounts_and_counts(x, e):
    pairs = x.shape[0]
    mean = torch.exp(between(0.3, 1.2, pairs, 1) * any_function(x).clamp(-3, 3) + between(-0.5, 3, pairs, 1)).clamp(0.1, 300)
    if chance(0.4):
        shape = log_between(0.5, 8, pairs, 1)
        return torch.distributions.Gamma(shape.expand_as(mean), (shape / mean)).sample()
    if chance(0.5):
        shape = log_between(1, 20, pairs, 1)
        mean = mean * torch.distributions.Gamma(shape.expand_as(mean), shape.expand_as(mean)).sample()
    return torch.poisson(mean)


def bounded(x, e):
    """Percentages, thresholds and censored amounts."""
    pairs, inner = x.shape[0], standardized(additive(x, e))
    kind = one_of(["logistic", "clipped", "threshold", "share"])
    if kind == "logistic":
        return torch.sigmoid(inner * log_between(0.7, 4, pairs, 1) + normal(pairs, 1))
    if kind == "clipped":
        return torch.maximum(torch.minimum(inner, between(0.2, 2.5, pairs, 1)), between(-2.5, -0.2, pairs, 1))
    if kind == "threshold":
        return F.softplus((inner - between(-1.5, 1, pairs, 1)) * log_between(2, 20, pairs, 1))
    trials = one_of([5, 10, 20, 50, 100])
    return torch.distributions.Binomial(trials, probs=torch.sigmoid(1.5 * any_function(x)).clamp(1e-3, 1 - 1e-3)).sample()


def nearly_exact(x, e):
    """A function with next to no noise, wrapped around in some groups."""
    pairs = x.shape[0]
    value = any_function(x) + log_between(1e-4, 0.1, pairs, 1) * e
    if chance(0.35):
        period = log_between(0.4, 2.5, pairs, 1)
        value = torch.remainder(value + between(0.05, 0.6, pairs, 1) * e * (1 if chance(0.5) else 0), period) / period
    return value


def stepped(x, e):
    return standardized(plateaus(x)) + log_between(0.01, 1, x.shape[0], 1) * e


def location_scale(x, e):
    pairs = x.shape[0]
    if chance(0.6):
        scale = torch.exp(between(0.2, 1.2, pairs, 1) * any_function(x).clamp(-3, 3))
    else:
        scale = torch.sigmoid(log_between(0.5, 3, pairs, 1) * any_function(x)) + between(0, 0.3, pairs, 1)
    return any_function(x) + loudness(pairs) * scale * e


def surface(x, e, waves=48):
    pairs = x.shape[0]
    along_x, along_e = normal(pairs, waves) / log_between(0.4, 3, pairs, 1), normal(pairs, waves) / log_between(0.6, 5, pairs, 1)
    phase, height = between(0, 2 * math.pi, pairs, waves), normal(pairs, waves)
    e = e * log_between(0.1, 1.5, pairs, 1)
    inner = x[..., None] * along_x[:, None] + e[..., None] * along_e[:, None] + phase[:, None]
    return (torch.cos(inner) * height[:, None]).sum(-1)


def small_network(x, e):
    pairs, units = x.shape[0], 16
    inner = x[..., None] * (normal(pairs, units) * log_between(0.5, 3, pairs, 1))[:, None] + normal(pairs, units)[:, None]
    inner = inner + e[..., None] * (normal(pairs, units) * log_between(0.1, 2, pairs, 1))[:, None]
    return (torch.tanh(inner) * normal(pairs, units)[:, None]).sum(-1)


def flow(x, e, waves=24, steps=12):
    """The end, at the cause, of a curve of a random velocity that starts from the noise at cause 0."""
    pairs = x.shape[0]
    in_cause, in_effect = (normal(pairs, waves) / log_between(0.5, 2.5, pairs, 1) for _ in range(2))
    phase = between(0, 2 * math.pi, pairs, waves)
    height = normal(pairs, waves) * math.sqrt(2 / waves) * log_between(0.4, 2.5, pairs, 1)
    drift, growth = between(-1, 1, pairs, 1), between(-0.5, 0.5, pairs, 1) * (1 if chance(0.5) else 0)

    def velocity(y, t):
        inner = t[..., None] * in_cause[:, None] + y[..., None] * in_effect[:, None] + phase[:, None]
        return (torch.cos(inner) * height[:, None]).sum(-1) + drift + growth * y

    y, t, h = e * log_between(0.2, 1.5, pairs, 1), torch.zeros_like(x), x.clamp(-6, 6) / steps
    for _ in range(steps):
        y = y + h * velocity(y + 0.5 * h * velocity(y, t), t + 0.5 * h)
        t = t + h
    return y


def shape_changing(x, e):
    """Location, scale, tails and skewness of the noise all follow the cause."""
    pairs = x.shape[0]
    tails = torch.exp(between(0, 0.5, pairs, 1) * any_function(x).clamp(-2, 2))
    shaped = torch.sinh((torch.asinh(e) * tails + between(0, 1, pairs, 1) * any_function(x).clamp(-3, 3)).clamp(-6, 6))
    scale = loudness(pairs) * torch.exp(between(0, 0.7, pairs, 1) * any_function(x).clamp(-3, 3))
    return any_function(x) * between(0.2, 1.5, pairs, 1) + scale * shaped


def multiplicative(x, e):
    pairs = x.shape[0]
    positive = torch.exp(any_function(x).clamp(-3, 3) * between(0.3, 1.2, pairs, 1))
    if chance(0.5):
        return positive * torch.exp(e.clamp(-5, 5) * log_between(0.05, 1, pairs, 1))
    factor = F.softplus(e * log_between(0.5, 2, pairs, 1)) if chance(0.5) else e + between(0, 2, pairs, 1)
    return (any_function(x) if chance(0.5) else positive) * factor


def any_quantiles(x, e):
    """An increasing function of the noise that the cause sets."""
    pairs = x.shape[0]
    of_noise = sum(F.softplus(log_between(0.5, 2, pairs, 1) * any_function(x)) * torch.tanh(log_between(0.4, 3, pairs, 1) * e + normal(pairs, 1)) for _ in range(4))
    return 0.5 * loudness(pairs) * of_noise + any_function(x) * between(0, 1.2, pairs, 1)


# Two halves for cross-fitting: a network that is trained on one is judged on the other.
HALVES = {
    "a": [additive] * 4 + [post_nonlinear] * 2 + [two_branches, amounts_and_counts, bounded, nearly_exact, stepped],
    "b": [location_scale, location_scale, surface, small_network, flow, flow, shape_changing, multiplicative, any_quantiles],
}


def effect_of(x, half):
    mechanism = one_of(HALVES[half])
    return standardized(mechanism(x, noise(*x.shape)).clamp(-1e6, 1e6))


def cause(pairs, rows, half):
    """Half of the causes are effects of something themselves, so that no marginal distribution gives the direction away."""
    kind = torch.rand(()).item()
    if kind < 0.33:
        x = plain_distribution(pairs, rows)
    elif kind < 0.42:
        x = bent_distribution(pairs, rows)
    elif kind < 0.49:
        x = any_sign(standardized(design(pairs, rows)))
    elif kind < 0.9:
        x = effect_of(plain_distribution(pairs, rows), half)
    else:
        x = effect_of(effect_of(plain_distribution(pairs, rows), half), half)
    return x.clamp(-15, 15)
