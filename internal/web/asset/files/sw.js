// @ts-check
// The service worker: it keeps on the device what pages need to work without a network.
//
// A version of the house is kept whole or not at all, in a cache of its own: its pages
// and the files that they name, whose addresses hang on what is in them. So a page never
// meets files of another version. A new version waits until no page of the old one is
// open any more, unless a page that has just been opened asks for it.

/**
 * What there is to keep. The house writes it in front of this file.
 * @typedef {{version: string, base: string, pages: string[], files: string[], large: string[]}} Shelf
 */

const scope = /** @type {ServiceWorkerGlobalScope & {shelf: Shelf}} */ (/** @type {unknown} */ (globalThis));
const { shelf } = scope;
const { base } = shelf;
const prefix = "saloon" + base + " ";
const name = prefix + shelf.version;
/** Files that are only kept where somebody has asked for them, whatever the version. */
const large = "large" + base;

/** How long a page of the house may take before the kept one is shown, in milliseconds. */
const patience = 4000;

scope.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

async function keep() {
  const cache = await caches.open(name);
  const all = [...shelf.pages.map((p) => base + p), ...shelf.files];
  // As somebody whom the house does not know, and past any cache between.
  await cache.addAll(all.map((address) => new Request(address, { credentials: "omit", cache: "reload" })));
  await renew();
}

/** What had been asked for of the last version is fetched for this one, too. */
async function renew() {
  const cache = await caches.open(large);
  const kept = (await cache.keys()).map((request) => fileName(request.url));
  for (const address of shelf.large) {
    if (kept.includes(fileName(address)) && !(await cache.match(address))) await cache.add(address);
  }
}

/** What a file is called, whatever its version. @param {string} address */
const fileName = (address) => address.slice(address.lastIndexOf("/") + 1);

scope.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

/** Throws away old versions, but for the last: pages of it may still be open. */
async function tidy() {
  const old = (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== name);
  await Promise.all(old.slice(0, -1).map((key) => caches.delete(key)));
  const cache = await caches.open(large);
  for (const request of await cache.keys()) {
    const now = shelf.large.find((address) => fileName(address) === fileName(request.url));
    if (!now || ((await cache.match(now)) && !request.url.endsWith(now))) await cache.delete(request);
  }
  await scope.clients.claim();
}

scope.addEventListener("message", (event) => {
  if (event.data === "now") event.waitUntil(scope.skipWaiting());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(base + "/")) return;
  if (pathname.startsWith(base + "/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, pathname.slice(base.length)));
});

/** A file is what its address says, wherever it comes from. @param {Request} request */
const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/**
 * A page of which every device has its own content is taken from here; any other from
 * the house, and from here when the house cannot be reached.
 * @param {Request} request
 * @param {string} path below the base
 */
async function page(request, path) {
  const kept = await (await caches.open(name)).match(base + shellOf(path));
  if (kept && own(path)) return kept;
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(kept ? patience : 60000) });
    if (answer.status < 502 || answer.status > 504) return answer;
  } catch {
    // no network, or hardly one
  }
  return kept ?? (await caches.match(base + "/offline")) ?? Response.error();
}

/** Whether a page is the same for everybody, and is filled on the device. @param {string} path */
const own = (path) => path.startsWith("/pad") || path.startsWith("/offline");

/** Which kept page stands for a path. @param {string} path */
function shellOf(path) {
  if (/^\/learn\/\w+$/.test(path)) return path + "/1";
  if (path.startsWith("/pad/")) return "/pad/sheet";
  return path;
}
