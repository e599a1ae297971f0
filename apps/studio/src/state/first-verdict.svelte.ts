import type { Studio } from "./studio.svelte.js";

/** Milliseconds: whoever asks for no verdict is reading, and nothing else is loaded meanwhile. */
const LONGEST_WAIT = 15_000;

/** Settles when the first verdict is shown and explained, or nobody has asked for one, and the page is idle. */
export function firstVerdict(studio: Studio): Promise<void> {
  return new Promise((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        const isExplained = studio.pair.explained.value !== undefined || studio.pair.explained.fault !== undefined;
        if (isExplained && (studio.table.example === undefined || studio.table.guess !== undefined)) settle();
      });
    });
    const timer = setTimeout(settle, LONGEST_WAIT);
    function settle(): void {
      clearTimeout(timer);
      // An effect cannot end itself while it runs.
      setTimeout(() => {
        stop();
        whenIdle(resolve);
      });
    }
  });
}

/** Not every browser tells when it is idle. */
function whenIdle(then: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(then);
  else setTimeout(then);
}
