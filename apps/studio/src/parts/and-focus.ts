import { tick } from "svelte";

/** For a button that is gone once it was pressed: whoever uses the keyboard goes on at what is there then. */
export async function andFocus(act: () => unknown, target: () => HTMLElement | null | undefined): Promise<void> {
  void act();
  await tick();
  target()?.focus({ preventScroll: true });
}
