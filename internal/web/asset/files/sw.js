// @ts-check
// The service worker: it keeps on the device what pages need to work without a network.
//
// A version of the house is kept whole or not at all, in a cache of its own: its pages
// and the files that they name, whose addresses hang on what is in them. So a page never
// meets files of another version. A new version waits until no page of the old one is
// open any more, unless a page that has just been opened asks for it.

/**
 * What there is to keep: addresses of files with the SHA-256 of what is in them. The
 * house writes it in front of this file.
 * @typedef {{version: string, base: string, files: Record<string, string>, large: Record<string, string>}} Shelf
 */

const scope = /** @type {ServiceWorkerGlobalScope & {shelf: Shelf}} */ (/** @type {unknown} */ (globalThis));
const { shelf } = scope;
const { base } = shelf;
const prefix = "saloon" + base + " ";
const name = prefix + shelf.version;
/** Files that are only kept where somebody has asked for them, whatever the version. */
const large = "large" + base;
/** The page that stands in for what cannot be had. It is kept last: where it is, all is. */
const last = base + "/offline";

/** How long a page of the house may take before a kept one is shown, in milliseconds. */
const patience = 4000;
/** And before it is said that the house cannot be reached. */
const longest = 20000;

scope.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

async function keep() {
  const known = await caches.has(name);
  try {
    // Nothing is put away before everything is here.
    const [pages, files] = await Promise.all([
      fetchPages(),
      Promise.all(Object.entries(shelf.files).map(async ([address, sum]) => ({ address, answer: await fetchWhole(address, sum) }))),
    ]);
    const cache = await caches.open(name);
    for (const { address, answer } of files) await cache.put(address, answer);
    await renew();
    for (const { address, answer } of pages) await cache.put(address, answer);
  } catch (why) {
    if (!known) await caches.delete(name);
    throw why;
  }
}

/** All pages of this version, as somebody sees them whom the house does not know. */
async function fetchPages() {
  const answer = await fetch(base + "/kept/" + shelf.version, { credentials: "omit", cache: "no-store" });
  if (!answer.ok) throw new Error("the house has no pages of version " + shelf.version);
  /** @type {Record<string, string>} */
  const pages = await answer.json();
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  for (const safety of ["Content-Security-Policy", "Referrer-Policy", "Cross-Origin-Opener-Policy", "X-Content-Type-Options"]) {
    const value = answer.headers.get(safety);
    if (value) headers.set(safety, value);
  }
  return Object.entries(pages)
    .sort(([address]) => (address === last ? 1 : -1))
    .map(([address, html]) => ({ address, answer: new Response(html, { headers }) }));
}

/**
 * A file, if it is what it should be: from the browser's own cache, or past any cache
 * between.
 * @param {string} address
 * @param {string} sum
 */
async function fetchWhole(address, sum) {
  for (const cache of /** @type {const} */ (["default", "reload"])) {
    const answer = await fetch(address, { credentials: "omit", cache });
    if (answer.ok && (await sumOf(answer.clone())) === sum) return answer;
  }
  throw new Error(address + " is not what it should be");
}

/** @param {Response} answer */
async function sumOf(answer) {
  const sum = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return [...new Uint8Array(sum)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** What had been asked for of the last version is fetched for this one, too. */
async function renew() {
  const cache = await caches.open(large);
  const kept = (await cache.keys()).map((request) => fileName(request.url));
  for (const [address, sum] of Object.entries(shelf.large)) {
    if (kept.includes(fileName(address)) && !(await cache.match(address))) await cache.put(address, await fetchWhole(address, sum));
  }
}

/** What a file is called, whatever its version. @param {string} address */
const fileName = (address) => address.slice(address.lastIndexOf("/") + 1);

scope.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

/** Throws away old versions, but for the last: pages of it may still be open. */
async function tidy() {
  const old = [];
  for (const key of await caches.keys()) {
    if (!key.startsWith(prefix) || key === name) continue;
    if (await (await caches.open(key)).match(last)) old.push(key);
    else await caches.delete(key); // its coming was interrupted
  }
  await Promise.all(old.slice(0, -1).map((key) => caches.delete(key)));
  const cache = await caches.open(large);
  for (const request of await cache.keys()) {
    const now = Object.keys(shelf.large).find((address) => fileName(address) === fileName(request.url));
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
  const cache = await caches.open(name);
  const kept = await cache.match(base + shellOf(path));
  if (kept && own(path)) return kept;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), kept ? patience : longest);
  try {
    const answer = await fetch(request, { signal: late.signal });
    if (answer.status < 502 || answer.status > 504) return answer;
  } catch {
    // no network, or hardly one
  } finally {
    clearTimeout(timer); // what has begun to come may take its time
  }
  if (kept && lesson(path)) return Response.redirect(base + shellOf(path)); // as the house does
  return kept ?? (await cache.match(last)) ?? Response.error();
}

/** Whether a page is the same for everybody, and is filled on the device. @param {string} path */
const own = (path) => path.startsWith("/pad") || path.startsWith("/offline");

/** Whether a path is a lesson's, and not a step's. @param {string} path */
const lesson = (path) => /^\/learn\/\w+$/.test(path);

/** Which kept page stands for a path. @param {string} path */
function shellOf(path) {
  if (lesson(path)) return path + "/1";
  if (path.startsWith("/pad/")) return "/pad/sheet";
  return path;
}
