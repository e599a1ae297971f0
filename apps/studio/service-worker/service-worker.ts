declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build: a version, and the digest of every file by its path. */
declare const BUILD: { readonly version: string; readonly files: Readonly<Record<string, string>> };

const { version, files } = BUILD;

const PAGE = "index.html";
/** File names in this folder contain a hash of their content. */
const ASSETS = "assets/";
/** Milliseconds to wait for the network. */
const LONGEST_WAIT = 4000;

const { scope } = self.registration;
// A host may serve several copies of the app in several folders, and other apps.
const PREFIX = `studio ${scope} `;
const CACHE = PREFIX + version;

/*
 * Stores the files of the app, so that it opens without a network, and never mixes two versions:
 *
 * - Each version has its own cache, with exactly the bytes of the build. The page is stored last, so that a cache with
 *   the page is complete.
 * - The page comes from the host or, if that does not answer, from the newest complete cache. Its assets have a content
 *   hash in their names and come from any cache that has them.
 * - A new service worker waits until no page of an old version is open, then removes the older caches. Old and new
 *   service workers find files in the same way, so that pages need not wait for the new one.
 *
 * Other requests, such as the reader's table or another host, are left to the browser.
 */
self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path === undefined) return;
  event.respondWith(path.startsWith(ASSETS) ? byName(event.request) : newest(event.request, path));
});

/** The requested file of the app; undefined for other requests. */
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
  // A fresh response: some hosts redirect from index.html to its folder, and browsers refuse redirected pages.
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
  const inTime = await Promise.race([fetched.catch(() => undefined), timeout()]);
  return inTime ?? (await newestKept(path)) ?? fetched;
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), LONGEST_WAIT));
}

async function newestKept(path: string): Promise<Response | undefined> {
  for (const name of (await keptVersions()).reverse()) {
    const cache = await caches.open(name);
    if (await cache.match(new URL(PAGE, scope))) return cache.match(new URL(path, scope));
  }
  return undefined;
}

export {};
