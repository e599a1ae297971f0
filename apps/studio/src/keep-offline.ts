/**
 * Lets the browser keep the files of the app, so that it opens without a network from then on. Where it may not or
 * cannot, the app needs its host: no reason to complain.
 */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("./service-worker.js", { updateViaCache: "none" }).catch(() => undefined);
}
