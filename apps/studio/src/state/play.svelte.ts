import { type Example, examples, knobsOf, type Play, usualPlay } from "../engine/examples.js";
import { Canceled, type Fault, faultOf, type Played, type StudyOptions } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";

/** The playground of an example: what is chosen, and the verdict on it. */
export class PlayState {
  example: Example | undefined = $state.raw(undefined);
  chosen: Play | undefined = $state.raw(undefined);
  /** The newest answer, and what it is about. */
  shown: (Played & { readonly play: Play; readonly example: Example }) | undefined = $state.raw(undefined);
  fault: Fault | undefined = $state.raw(undefined);
  readonly #pool: Pool;
  #isAsking = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Whether the verdict on what is chosen is still to come. */
  get isBehind(): boolean {
    return this.fault === undefined && this.shown?.play !== this.chosen;
  }

  /** Takes over an example and what is chosen of it; what is not gets its usual value. */
  take(id: string | undefined, part: Partial<Play> = {}): void {
    this.example = examples.find((example) => example.id === id);
    this.chosen = this.example && allowed(this.example, { ...usualPlay(this.example), ...part });
  }

  /** Changes what is chosen. */
  change(part: Partial<Play>): void {
    if (this.example && this.chosen) this.chosen = allowed(this.example, { ...this.chosen, ...part });
  }

  /**
   * Asks for the verdict on what is chosen. While a verdict is computed, only the newest choice waits: every verdict
   * that arrives is shown, and those between are never computed.
   */
  async follow(options: StudyOptions): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.fault = undefined;
    try {
      while (this.example && this.chosen && this.shown?.play !== this.chosen) {
        const [play, example] = [this.chosen, this.example];
        const ask = { ...options, example: example.id, play };
        this.shown = { ...(await this.#pool.askTable("play", ask).promise), play, example };
      }
    } catch (error) {
      if (!(error instanceof Canceled)) this.fault = faultOf(error);
    } finally {
      this.#isAsking = false;
    }
  }
}

/** The nearest values that are offered. */
function allowed(example: Example, play: Play): Play {
  const knobs = knobsOf(example);
  const entries = Object.entries(play).map(([name, value]) => {
    const knob = knobs[name as keyof Play];
    if (!knob) return [name, value];
    const steps = Math.round((Math.min(knob.most, Math.max(knob.least, value)) - knob.least) / knob.step);
    return [name, Number((knob.least + steps * knob.step).toFixed(2))];
  });
  return Object.fromEntries(entries) as unknown as Play;
}
