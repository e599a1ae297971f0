import { cos, exp, sin } from "../../numeric/elementary.js";
import type { DrivingVelocity } from "./flow-mechanism.js";

export interface SaturatingVelocityOptions {
  /** Velocity at effect 0 without the wave. */
  readonly speed: number;
  /** The effect toward which positive speeds drive, from 0; its mirror image repels. */
  readonly cap: number;
  /** Size of a wave in the cause, which moves all effects alike. */
  readonly wave: number;
}

/** How fast the velocity fades in the tails of the effect. */
const FADE = 0.3;

/** v = speed·(1 − (y/cap)²)·e^{−0.3y²} + wave·sin x: growth that slows down toward a cap, as of populations. */
export function saturatingVelocity({ speed, cap, wave }: SaturatingVelocityOptions): DrivingVelocity {
  const capSquare = cap * cap;
  return {
    name: "saturating velocity",
    into(y, x, out) {
      const fading = speed * exp(-FADE * y * y);
      const room = 1 - (y * y) / capSquare;
      const dRoom = (-2 * y) / capSquare;
      out.v = fading * room + wave * sin(x);
      out.dEffect = fading * (dRoom - 2 * FADE * y * room);
      out.dEffectEffect = fading * (-2 / capSquare - 4 * FADE * y * dRoom + 2 * FADE * (2 * FADE * y * y - 1) * room);
      out.dCause = wave * cos(x);
    },
  };
}
