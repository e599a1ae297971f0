import { type Example, examples, isRightGuess } from "../engine/examples.js";
import type { Guess } from "./table.svelte.js";

/** Where the browser keeps the score until its window is closed. */
const KEY = "guesses";

/** Which examples were guessed, and whether rightly. The first guess counts. */
export class GuessState {
  #right: Readonly<Record<string, boolean>> = $state.raw(readScore());

  /** Whether the guess about an example was right; undefined if there was none. */
  of(id: string): boolean | undefined {
    return this.#right[id];
  }

  get count(): number {
    return Object.keys(this.#right).length;
  }

  get right(): number {
    return Object.values(this.#right).filter((isRight) => isRight).length;
  }

  /** Scores a guess, unless there was one about this example. */
  add(example: Example, guess: Guess): void {
    const { id } = example;
    if (guess === "none" || this.of(id) !== undefined) return;
    this.#right = { ...this.#right, [id]: isRightGuess(example, guess) };
    inSession((storage) => storage.setItem(KEY, JSON.stringify(this.#right)));
  }

  forget(): void {
    this.#right = {};
    inSession((storage) => storage.removeItem(KEY));
  }

  /** The next example in the order shown that was not guessed; undefined if all were. */
  after(id: string): Example | undefined {
    const place = examples.findIndex((example) => example.id === id);
    const later = [...examples.slice(place + 1), ...examples.slice(0, place)];
    return later.find((example) => this.of(example.id) === undefined);
  }
}

function readScore(): Record<string, boolean> {
  try {
    const found: unknown = JSON.parse(inSession((storage) => storage.getItem(KEY)) ?? "{}");
    const known = Object.entries(found as object).filter(
      ([id, isRight]) => typeof isRight === "boolean" && examples.some((example) => example.id === id),
    );
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

/** The score lasts as long as the page where the browser keeps nothing, and where there is no browser. */
function inSession<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
