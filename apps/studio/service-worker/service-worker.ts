declare const self: ServiceWorkerGlobalScope;
/** What the build knows: a version, and every file by its path from the page's folder, with its digest. */
declare const BUILD: { readonly version: string; readonly files: Readonly<Record<string, string>> };

const { version, files } = BUILD;

const PAGE = "index.html";
/** Files below it have their content in their names. */
const ASSETS = "assets/";
/** Milliseconds after which a network that does not answer is none. */
const PATIENCE = 4000;

const { scope } = self.registration;
// One host may have several copies of the app in several folders, and other apps besides.
const PREFIX = `studio ${scope} `;
const CACHE = PREFIX + version;

/*
 * Keeps the files of the app, so that it opens without a network, and never mixes two versions:
 *
 * - A version is kept in a cache of its own, with exactly the bytes that the build saw or not at all, the page last: a
 *   cache that has the page has all that it names.
 * - The page comes from the host, or, if that does not answer, from the newest of these caches. All else that it loads
 *   has its content in its name, and comes from whichever cache has it.
 * - A newer service worker waits until no page is left that an older one may have to give files to, and then removes
 *   the older caches. Both find files in the same way, so that waiting holds nobody back.
 *
 * Whatever is no file of the app, such as the reader's table or another host, it leaves to the browser.
 */
self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path === undefined) return;
  event.respondWith(path.startsWith(ASSETS) ? byName(event.request) : newest(event.request, path));
});

/** Which file of the app is asked for; undefined if none is. */
function pathOf({ method, url, mode }: Request): string | undefined {
  if (method !== "GET" || !url.startsWith(scope)) return undefined;
  const path = url.slice(scope.length).replace(/[?#].*/, "");
  if (path === "" && mode === "navigate") return PAGE;
  return Object.hasOwn(files, path) || path.startsWith(ASSETS) ? path : undefined;
}

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(Object.keys(files).map((path) => (path === PAGE ? undefined : keep(cache, path))));
    await keep(cache, PAGE);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function keep(cache: Cache, path: string): Promise<void> {
  const address = new URL(path, scope);
  const response = await fetch(address, {
    integrity: files[path] as string,
    cache: path.startsWith(ASSETS) ? "default" : "no-cache",
  });
  if (!response.ok) throw new Error(`${path}: answered with ${response.status}`);
  // Anew, as browsers refuse a page that came by a redirect, and some hosts redirect from index.html to its folder.
  const { status, headers } = response;
  await cache.put(address, new Response(await response.blob(), { status, headers }));
}

async function takeOver(): Promise<void> {
  const names = await keptVersions();
  await Promise.all(names.slice(0, names.indexOf(CACHE)).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Names of this app's caches, oldest first. */
async function keptVersions(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

async function byName(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function newest(request: Request, path: string): Promise<Response> {
  const fetched = fetch(request);
  const inTime = await Promise.race([fetched.catch(() => undefined), patience()]);
  return inTime ?? (await newestKept(path)) ?? fetched;
}

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE));
}

async function newestKept(path: string): Promise<Response | undefined> {
  for (const name of (await keptVersions()).reverse()) {
    const cache = await caches.open(name);
    if (await cache.match(new URL(PAGE, scope))) return cache.match(new URL(path, scope));
  }
  return undefined;
}

export {};
