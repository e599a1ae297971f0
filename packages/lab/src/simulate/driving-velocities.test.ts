import { describe, expect, test } from "vitest";
import { fourierVelocity, quadraticVelocity, saturatingVelocity } from "./driving-velocities.js";
import { type DrivingVelocity, flowMechanism, quickFlowMechanism } from "./flow-mechanism.js";

const VELOCITIES: readonly DrivingVelocity[] = [
  fourierVelocity([0.3, -0.7, 0.5, 0.4, -0.2, 0.6]),
  quadraticVelocity([0.2, 0.6, -0.5, 0.3, 0.2, -0.4]),
  saturatingVelocity({ speed: 1.3, cap: 1.7, wave: -0.4 }),
];
const POINTS = [
  [0, 0],
  [0.7, -1.2],
  [-1.5, 0.4],
  [2.1, 1.9],
] as const;

function at(velocity: DrivingVelocity, y: number, x: number) {
  const point = { v: 0, dEffect: 0, dEffectEffect: 0, dCause: 0 };
  velocity.into(y, x, point);
  return point;
}

describe.each(VELOCITIES)("$name", (velocity) => {
  test("derivatives are central differences, to 1e-8 (step 1e-4: h² = 1e-8 times third derivatives below 1)", () => {
    const h = 1e-4;
    for (const [y, x] of POINTS) {
      const here = at(velocity, y, x);
      const [up, down] = [at(velocity, y + h, x), at(velocity, y - h, x)];
      expect(here.dEffect).toBeCloseTo((up.v - down.v) / (2 * h), 7);
      expect(here.dEffectEffect).toBeCloseTo((up.dEffect - down.dEffect) / (2 * h), 7);
      expect(here.dCause).toBeCloseTo((at(velocity, y, x + h).v - at(velocity, y, x - h).v) / (2 * h), 7);
    }
  });

  test("quick effects are the exact flow's, to 1e-6", () => {
    const [quick, exact] = [quickFlowMechanism(velocity), flowMechanism(velocity)];
    for (const [e, x] of POINTS) {
      expect(Math.abs(quick.effect(x, e) - exact.effect(x, e))).toBeLessThan(1e-6);
      expect(Math.abs(quick.noise(quick.effect(x, e), x) - e)).toBeLessThan(1e-5);
    }
  });
});

test("curves that separate like e^{15·cause} keep their derivatives: a slope may exceed 10⁹", () => {
  const parting: DrivingVelocity = {
    name: "sine of 15 y",
    into(y, _, out) {
      out.v = Math.sin(15 * y);
      out.dEffect = 15 * Math.cos(15 * y);
      out.dEffectEffect = -225 * out.v;
      out.dCause = 0;
    },
  };
  // At y = 0 the curve is constant and its neighbors move away: ∂y/∂e = e^{15x}.
  const jet = { effect: 0, dNoise: 1, dNoiseNoise: 0, dCause: 0, dCauseNoise: 0, dCauseCause: 0 };
  flowMechanism(parting).jetInto(2, 0, jet);
  expect(Math.log(jet.dNoise)).toBeCloseTo(30, 8);
});
