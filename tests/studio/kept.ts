import type { Page } from "playwright-core";

/** Waits until the service worker has stored the app, and returns the addresses of all stored files. */
export async function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active && active.state !== "activated") {
      await new Promise<void>((resolve) => {
        active.addEventListener("statechange", () => active.state === "activated" && resolve());
      });
    }
    const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(caching)).flat().map(({ url }) => url);
  });
}
