import { cos, exp, sin, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { drawGamma, studentDistribution } from "../distributions.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "../random/random-shape.js";
import type { DirectedKind } from "./held-out.js";
import {
  type Curve,
  drawPoisson,
  randomCause,
  randomCurve,
  randomNoise,
  sigmoid,
  wholeBetween,
} from "./held-out-laws.js";

import { curveOver, kind, ordinary, rareKind } from "./ordinary-models.js";

/** Hostile kinds of mechanisms. */
export const hostileMechanisms: readonly DirectedKind[] = [
  kind("noiseless-fold", "a noiseless effect that is not monotone: |x|, x², sin 1.5x, cos 2x, x³ - 2x", (rng) => {
    const shift = 0.4 * rng.split("shift").normal();
    const curves: readonly Curve[] = [
      (t) => Math.abs(t),
      (t) => t * t,
      (t) => sin(1.5 * t),
      (t) => cos(2 * t),
      (t) => t * t * t - 2 * t,
    ];
    const curve = oneOf(rng.split("curve"), curves);
    return { cause: randomCause(rng.split("cause")), effect: (x) => curve(x - shift) };
  }),
  kind("percentage", "an effect between 0 and 100, logistic in signal plus noise", (rng) => {
    const { cause, effect } = ordinary(rng);
    const [slope, shift] = [logUniform(rng.split("slope"), 0.8, 3), rng.split("shift").normal()];
    return { cause, effect: (x, e) => 100 * sigmoid(shift + slope * effect(x, e)) };
  }),
  kind("share-of-whole", "an effect a/(a + b): a grows with the cause, b does not depend on it", (rng) => {
    const cause = randomCause(rng.split("cause"));
    const [location, shape] = [curveOver(rng.split("location"), cause), logUniform(rng.split("shape"), 1, 15)];
    return {
      cause,
      effect: (x, e) => {
        const part = exp(location(x)) * drawGamma(e, shape, 1);
        return part / (part + drawGamma(e, shape, 1));
      },
    };
  }),
  rareKind("wrapped", "an effect that is known modulo 1 only", (rng) => {
    const { cause, effect } = ordinary(rng);
    const scale = logUniform(rng.split("scale"), 0.3, 1.2);
    return {
      cause,
      effect: (x, e) => {
        const turns = scale * effect(x, e);
        return turns - Math.floor(turns);
      },
    };
  }),
  rareKind("compass", "an angle of 0 to 359 whole degrees that turns with the cause", (rng) => {
    const cause = randomCause(rng.split("cause"));
    const [turn, start] = [fairSign(rng.split("sign")) * logUniform(rng.split("turn"), 30, 150), 360 * rng.uniform()];
    const size = logUniform(rng.split("size"), 5, 40);
    return {
      cause,
      effect: (x, e) => {
        const angle = Math.round(start + turn * x + size * e.normal());
        return angle - 360 * Math.floor(angle / 360);
      },
    };
  }),
  kind("two-branches", "plus or minus the same curve by a hidden coin, plus noise", (rng) => {
    const cause = randomCause(rng.split("cause"));
    const [curve, lift] = [curveOver(rng.split("branch"), cause), logUniform(rng.split("lift"), 0.3, 2)];
    const [size, share] = [logUniform(rng.split("size"), 0.05, 0.4), uniformBetween(rng.split("share"), 0.25, 0.75)];
    return {
      cause,
      effect: (x, e) => (e.uniform() < share ? 1 : -1) * (lift + curve(x)) + size * e.normal(),
    };
  }),
  rareKind("fan", "one of three slopes by a hidden group, plus little noise", (rng) => {
    const slopes = [0, 1, 2].map((k) => rng.split(`slope ${k}`).normal() + 0.7 * k);
    const size = logUniform(rng.split("size"), 0.05, 0.4);
    return {
      cause: randomCause(rng.split("cause")),
      effect: (x, e) => oneOf(e, slopes) * x + size * e.normal(),
    };
  }),
  kind("steps", "two to six jumps of the effect along the cause, plus noise", (rng) => {
    const [steps, size] = [randomSteps(rng.split("steps")), logUniform(rng.split("size"), 0.05, 0.5)];
    const noise = randomNoise(rng.split("noise law"));
    return { cause: randomCause(rng.split("cause")), effect: (x, e) => steps(x) + size * noise(e) };
  }),
  kind("plateaus", "a noiseless effect of three to seven plateaus", (rng) => {
    const steps = randomSteps(rng.split("steps"));
    return { cause: randomCause(rng.split("cause")), effect: (x) => steps(x) };
  }),
  kind(
    "many-zeros",
    "counts of which a large share is zero: Poisson, and zero more often where the cause is low",
    (rng) => {
      const cause = randomCause(rng.split("cause"));
      const location = curveOver(rng.split("location"), cause);
      const [level, zeros] = [uniformBetween(rng.split("level"), 0, 1.5), uniformBetween(rng.split("zeros"), -1, 1)];
      return {
        cause,
        effect: (x, e) =>
          e.uniform() < sigmoid(zeros - location(x))
            ? 0
            : drawPoisson(e, Math.min(200, exp(level + 0.6 * location(x)))),
      };
    },
  ),
  kind("heavy-tails", "cause and noise from Student laws of 2.1 to 3 degrees, linear or bent", (rng) => {
    const [degrees, bend] = [uniformBetween(rng.split("degrees"), 2.1, 3), rng.split("bend").uniform()];
    const law = studentDistribution(degrees);
    const size = logUniform(rng.split("size"), 0.3, 1.5);
    return { cause: law.draw, effect: (x, e) => x + bend * Math.abs(x) + size * law.draw(e) };
  }),
  kind("dose-grid", "four to twelve equal whole doses, a saturating response with growing noise", (rng) => {
    const [doses, half] = [wholeBetween(rng.split("doses"), 4, 12), logUniform(rng.split("half"), 0.7, 6)];
    const [size, growth] = [logUniform(rng.split("size"), 0.03, 0.3), uniformBetween(rng.split("growth"), 0, 2)];
    return {
      cause: (e) => wholeBetween(e, 0, doses - 1),
      effect: (x, e) => x / (half + x) + size * (1 + (growth * x) / doses) * e.normal(),
    };
  }),
  rareKind("scale-changes-sign", "m(x) + (x - c) e: the noise scale passes through zero", (rng) => {
    const cause = randomCause(rng.split("cause"));
    const location = curveOver(rng.split("location"), cause);
    const [center, size] = [uniformBetween(rng.split("center"), -1, 1), logUniform(rng.split("size"), 0.2, 1)];
    const noise = randomNoise(rng.split("noise law"), true);
    return { cause, effect: (x, e) => 0.5 * location(x) + size * (x - center) * noise(e) };
  }),
  kind("only-scale", "no location at all: the cause changes the spread only", (rng) => {
    const cause = randomCause(rng.split("cause"));
    const [spread, rate] = [curveOver(rng.split("spread"), cause), logUniform(rng.split("rate"), 0.4, 1.2)];
    const noise = randomNoise(rng.split("noise law"));
    return { cause, effect: (x, e) => exp(rate * spread(x)) * noise(e) };
  }),
  kind("saturating", "tanh of three to ten times the signal plus noise: most effects lie at two ends", (rng) => {
    const { cause, effect } = ordinary(rng);
    const steep = logUniform(rng.split("steep"), 3, 10);
    const error = logUniform(rng.split("error"), 0.01, 0.2);
    return { cause, effect: (x, e) => tanh(steep * effect(x, e)) + error * e.normal() };
  }),
  rareKind(
    "hysteresis",
    "the effect switches between two branches at two thresholds of a slowly moving cause",
    (rng) => {
      const [speed, gap] = [logUniform(rng.split("speed"), 0.1, 0.6), uniformBetween(rng.split("gap"), 0.3, 1)];
      const [slope, size] = [0.6 * rng.split("slope").normal(), logUniform(rng.split("size"), 0.05, 0.3)];
      let [position, branch] = [rng.split("start").normal(), 1];
      return {
        cause(e) {
          position += speed * e.normal() - 0.5 * speed * speed * position;
          return position;
        },
        effect(x, e) {
          if (x > gap) branch = 1;
          if (x < -gap) branch = -1;
          return branch + slope * x + size * e.normal();
        },
      };
    },
  ),
  kind("weak", "noise of three to eight times the signal", (rng) => {
    const cause = randomCause(rng.split("cause"));
    const [location, size] = [curveOver(rng.split("location"), cause), logUniform(rng.split("size"), 3, 8)];
    const noise = randomNoise(rng.split("noise law"));
    return { cause, effect: (x, e) => location(x) + size * noise(e) };
  }),
  rareKind("dropout", "the effect is exactly zero in a share of the rows that falls with the cause", (rng) => {
    const { cause, effect } = ordinary(rng);
    const shift = uniformBetween(rng.split("shift"), -2, 0);
    return { cause, effect: (x, e) => (e.uniform() < sigmoid(shift - 1.5 * x) ? 0 : 2 + effect(x, e)) };
  }),
  rareKind("larger-of-two", "the larger of signal and noise", (rng) => {
    const cause = randomCause(rng.split("cause"));
    const [location, size] = [curveOver(rng.split("location"), cause), logUniform(rng.split("size"), 0.4, 1.5)];
    const noise = randomNoise(rng.split("noise law"));
    return { cause, effect: (x, e) => Math.max(location(x), size * noise(e)) };
  }),
  rareKind("lattice-noise", "a count plus Poisson births, whose mean grows with the count", (rng) => {
    const [mean, births] = [uniformBetween(rng.split("mean"), 2, 10), uniformBetween(rng.split("births"), 0.5, 4)];
    const slope = uniformBetween(rng.split("slope"), 0.2, 0.6);
    return { cause: (e) => drawPoisson(e, mean), effect: (x, e) => x + drawPoisson(e, births + slope * x) };
  }),
  kind("hour-of-day", "whole hours 0 to 23 as cause, a daily wave with noise as effect", (rng) => {
    const [phase, second] = [2 * Math.PI * rng.split("phase").uniform(), 0.5 * rng.split("second").normal()];
    const size = logUniform(rng.split("size"), 0.15, 1);
    return {
      cause: (e) => wholeBetween(e, 0, 23),
      effect: (x, e) => {
        const t = (2 * Math.PI * x) / 24;
        return sin(t + phase) + second * sin(2 * t) + size * e.normal();
      },
    };
  }),
  kind("years", "years as cause, a growing or shrinking quantity with proportional noise as effect", (rng) => {
    const [first, span] = [wholeBetween(rng.split("first"), 1900, 1990), wholeBetween(rng.split("span"), 15, 60)];
    const growth = fairSign(rng.split("sign")) * logUniform(rng.split("growth"), 0.5, 2.5);
    const size = logUniform(rng.split("size"), 0.03, 0.3);
    return {
      cause: (e) => first + wholeBetween(e, 0, span - 1),
      effect: (x, e) => 100 * exp(growth * ((x - first) / span) + size * e.normal()),
    };
  }),
  rareKind("ordered-input", "the cause is an autoregressive series, and so is the noise of its effect", (rng) => {
    const memory = uniformBetween(rng.split("memory"), 0.5, 0.9);
    const fresh = Math.sqrt(1 - memory * memory);
    const curve = randomCurve(rng.split("curve"));
    const size = logUniform(rng.split("size"), 0.1, 0.7);
    let [position, left] = [rng.split("start").normal(), 0];
    return {
      cause(e) {
        position = memory * position + fresh * e.normal();
        return position;
      },
      effect(x, e) {
        left = memory * left + fresh * e.normal();
        return curve(x) + size * left;
      },
    };
  }),
  rareKind("rare-event", "3% to 10% of the causes lie far away and drive the effect; the others do nothing", (rng) => {
    const [share, gain] = [uniformBetween(rng.split("share"), 0.03, 0.1), logUniform(rng.split("gain"), 0.5, 2)];
    return {
      cause: (e) => (e.uniform() < share ? 4 + 2 * drawGamma(e, 1, 1) : e.normal()),
      effect: (x, e) => gain * Math.max(0, x - 3) + e.normal(),
    };
  }),
];

/** A function of three to seven levels over the standardized cause, with jumps inside its bulk. */
function randomSteps(rng: Rng): Curve {
  const jumps = Array.from({ length: wholeBetween(rng, 2, 6) }, () => ({
    at: uniformBetween(rng, -1.3, 1.3),
    height: fairSign(rng) * uniformBetween(rng, 0.5, 1.5),
  }));
  return (x) => jumps.reduce((sum, { at, height }) => sum + (x > at ? height : 0), 0);
}
