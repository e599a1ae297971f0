import type { Studio } from "./state/studio.svelte.js";

/** Milliseconds to wait for a first verdict. */
const LONGEST_WAIT = 15_000;

/**
 * Registers the service worker, which stores the app's files so that it opens without a network. It waits for the first
 * verdict, so that loading these files does not delay it. Browsers without service workers need the host each time.
 */
export async function keepOffline(studio: Studio): Promise<void> {
  await firstVerdict(studio);
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("./service-worker.js", { updateViaCache: "none" }).catch(() => undefined);
}

/** Resolves when the page is idle after the first verdict and its explanation, or after the longest wait. */
function firstVerdict(studio: Studio): Promise<void> {
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

function whenIdle(then: () => void): void {
  // Not every browser has it.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(then);
  else setTimeout(then);
}
