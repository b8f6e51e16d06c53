// @ts-check
// A score pad on this device. The Go program beside it (see the worker) knows what words
// mean and draws the pad; this script keeps the entries, sends them to the house if the
// pad is shared, and takes in what others have written.
//
// An entry is kept under a key of its own, so that two tabs never write over each other:
// "saloon-pad:ID" says what pad there is, "saloon-pad:ID:ENTRY" is an entry.

(() => {
/** @typedef {{id: string, by: string, time: number, wall: number, over?: string[], word: string}} Entry */
/** @typedef {{kind: string, title: string, at: number, shared: boolean}} Meta */

const base = document.documentElement.dataset.base ?? "";
const files = document.getElementById("pad-files")?.dataset ?? {};
const prefix = "saloon-pad:";

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** @param {number} length */
const random = (length) =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((b) => "abcdefghjkmnpqrstuvwxyz23456789"[b % 31]).join("");

// ---- what is on this device ----

let full = false;

/**
 * Keeps something on the device. It reports whether there was room.
 * @param {string} key
 * @param {unknown} value
 */
function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    full = true; // or the browser keeps nothing at all
    return false;
  }
}

/** @param {string} key @returns {any} */
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // somebody else's, or nothing
  }
}

/** The keys that begin so. @param {string} start */
const keys = (start) => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
};

/** What this device is called on pads. */
function device() {
  let name = kept("saloon-device");
  if (typeof name !== "string") {
    const sort = matchMedia("(pointer: coarse)").matches ? "phone" : "computer";
    name = sort + " " + random(2);
    keep("saloon-device", name);
  }
  return name;
}

// ---- the list ----

/** @param {string} kind */
function begin(kind) {
  const id = random(24);
  keep(prefix + id, { kind, title: "", at: Date.now(), shared: false });
  location.assign(base + "/pad/" + id);
}

function list() {
  const ul = byId("pads");
  if (!ul) return;
  const pads = keys(prefix).filter((key) => !key.slice(prefix.length).includes(":"))
    .map((key) => ({ id: key.slice(prefix.length), meta: /** @type {Meta} */ (kept(key)) }))
    .filter(({ meta }) => meta?.kind)
    .sort((a, b) => b.meta.at - a.meta.at);
  if (pads.length === 0) return;
  ul.replaceChildren(...pads.map(({ id, meta }) => {
    const li = document.createElement("li");
    li.className = "row";
    const what = document.createElement("span");
    what.className = "grow";
    const name = document.createElement("strong");
    name.textContent = meta.kind === "tally" ? "Showdown" : "Texas Showdown";
    const more = document.createElement("span");
    more.className = "muted small";
    more.textContent = [" " + meta.title, new Date(meta.at).toLocaleString(), meta.shared ? "shared" : ""].filter((s) => s.trim()).join(" · ");
    what.append(name, more);
    const open = document.createElement("a");
    open.className = "button";
    open.href = base + "/pad/" + id;
    open.textContent = "Open";
    const drop = document.createElement("button");
    drop.type = "button";
    drop.className = "button quiet";
    drop.textContent = "Delete";
    drop.setAttribute("aria-label", "Delete " + name.textContent + more.textContent);
    drop.addEventListener("click", () => {
      if (drop.dataset.sure === undefined) {
        drop.dataset.sure = "";
        drop.textContent = "Really delete";
        return;
      }
      for (const key of [prefix + id, ...keys(prefix + id + ":")]) localStorage.removeItem(key);
      li.remove();
    });
    li.append(what, open, drop);
    return li;
  }));
}

for (const button of document.querySelectorAll("[data-new]")) {
  button.addEventListener("click", () => begin(button.getAttribute("data-new") ?? "score"));
}
list();

const sheet = byId("pad");
if (!sheet) return;

// ---- the program beside the page ----

const worker = new Worker(files.worker ?? "");
worker.postMessage({ go: files.go, wasm: files.wasm });
/** @type {Map<number, {done: (answer: any) => void, fail: (why: Error) => void}>} */
const asked = new Map();
let questions = 0;
/** @type {() => void} */
let began = () => {};
/** @type {(why: Error) => void} */
let failed = () => {};
/** @type {Promise<void>} */
const ready = new Promise((done, fail) => ((began = done), (failed = fail)));

/**
 * Asks the program. What it cannot do it says in words.
 * @param {string} call
 * @param {object} [fields]
 * @returns {Promise<any>}
 */
async function ask(call, fields = {}) {
  await ready;
  return new Promise((done, fail) => {
    asked.set(++questions, { done, fail });
    worker.postMessage(JSON.stringify({ id: questions, call, ...fields }));
  });
}
worker.onmessage = ({ data }) => {
  const { id, tell, answer, error } = JSON.parse(data);
  if (tell === "ready") began();
  if (tell === "failed") failed(new Error("The pad could not be fetched. With a network it can; then it stays on this device."));
  const { done, fail } = asked.get(id) ?? {};
  asked.delete(id);
  if (error) fail?.(new Error(error));
  else done?.(answer);
};
// What the program is made of stays on the device, for the next time without a network.
if ("caches" in window) {
  caches.open("large" + base).then(async (cache) => (await cache.match(files.wasm ?? "")) ?? (await cache.add(files.wasm ?? ""))).catch(() => {});
}

/** @param {string} text */
function say(text) {
  const box = byId("toast");
  if (!box) return;
  const p = document.createElement("p");
  p.textContent = text;
  box.replaceChildren(p);
  setTimeout(() => p.remove(), 3000 + 60 * text.length);
}

// ---- this pad ----

const id = decodeURIComponent(location.pathname.slice((base + "/pad/").length));
/** @type {Meta} */
let meta = kept(prefix + id);
/** @type {object} */
let view = {};
/** Entries by their ids. @type {Map<string, Entry>} */
const entries = new Map();
/** The ids of those that the house has. @type {Set<string>} */
const there = new Set();
/** What each fragment was last. @type {Map<string, string>} */
const drawn = new Map();

/** What tells a control from others. @param {Element | null} e */
const sign = (e) => e && ["data-word", "data-tap", "data-do", "name"].map((n) => e.getAttribute(n)).join("|");

async function draw() {
  /** @type {{title: string, fragments: {id: string, html: string}[]}} */
  const now = await ask("draw", { view });
  const active = sheet?.contains(document.activeElement) ? document.activeElement : null;
  const mark = sign(active), part = active?.closest("#pad > *")?.id ?? "";
  for (const { id, html } of now.fragments) {
    if (drawn.get(id) === html) continue;
    const old = byId(id);
    const open = old && [...old.querySelectorAll("details")].map((d) => d.open);
    const box = document.createElement("template");
    box.innerHTML = html; // the program's own, escaped there
    const next = box.content.firstElementChild;
    if (!next) continue;
    if (drawn.size === 0) sheet?.replaceChildren();
    if (old && drawn.size > 0) old.replaceWith(next);
    else sheet?.append(next);
    next.querySelectorAll("details").forEach((d, i) => open?.[i] && (d.open = true));
    drawn.set(id, html);
  }
  if (mark && !document.contains(active)) {
    const again = [...(byId(part)?.querySelectorAll("button, input, select, summary") ?? [])];
    const next = /** @type {HTMLElement | undefined} */ (again.find((e) => sign(e) === mark) ?? again[0] ?? byId(part));
    next?.focus({ preventScroll: true });
  }
  for (const e of document.querySelectorAll("#pad [data-wall]")) {
    e.textContent = new Date(Number(e.getAttribute("data-wall"))).toLocaleString();
  }
  sheet?.removeAttribute("aria-busy");
  const title = byId("pad-title");
  if (title) title.textContent = meta.kind === "tally" ? "Showdown" : "Texas Showdown";
  if (now.title !== meta.title) {
    meta.title = now.title;
    keep(prefix + id, meta);
  }
  remember();
  line();
}

/** Says where what was written is. */
function line() {
  const e = byId("pad-line");
  if (!e) return;
  const waiting = [...entries.keys()].filter((key) => !there.has(key)).length;
  let text = "Saved";
  if (meta.shared) text = waiting ? waiting + (waiting === 1 ? " entry waits" : " entries wait") + " for the network" : online ? "Shared" : "Shared, no network now";
  if (full) text = "No room on this device";
  if (e.textContent !== text) e.textContent = text;
}

/** What was typed into the last setup is there for the next pad. */
function remember() {
  const form = /** @type {HTMLFormElement | null} */ (sheet?.querySelector("form[data-form=setup]"));
  if (!form || entries.size > 0 || form.dataset.filled !== undefined) return;
  form.dataset.filled = "";
  for (const [name, value] of Object.entries(kept("saloon-setup:" + meta.kind) ?? {})) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = String(value);
  }
}

/** Takes in entries that are new here. @param {Entry[]} list */
async function merge(list) {
  const fresh = list.filter((e) => !entries.has(e.id));
  if (fresh.length === 0) return;
  await ask("merge", { entries: fresh });
  for (const e of fresh) entries.set(e.id, e);
}

/** Writes a word. It stays on the screen even if the device has no room for it. @param {string} word */
async function write(word) {
  /** @type {Entry} */
  const entry = await ask("write", { word, stamp: { id: random(16), by: device(), wall: Date.now() } });
  entries.set(entry.id, entry);
  meta.at = Date.now();
  keep(prefix + id, meta);
  if (!keep(prefix + id + ":" + entry.id, entry)) {
    say("This device has no room left. What you write stays as long as this page is open; share the pad, or delete an old one.");
  }
  if (meta.kind === "tally") navigator.vibrate?.(25);
}

/** One thing after the other: a tap must find what the one before it has done. */
let last = Promise.resolve();
/** @param {() => Promise<void>} what */
function next(what) {
  last = last.then(what).catch((why) => say(why.message || String(why)));
}

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  if (!button || !(sheet.contains(button) || button.dataset.do === "share")) return;
  const { tap, word } = button.dataset;
  if (tap !== undefined) {
    next(async () => {
      view = await ask("tap", { view, tap });
      await draw();
    });
  } else if (word !== undefined) {
    next(async () => {
      await write(word);
      if (word.startsWith("hand ")) view = await ask("tap", { view, tap: "saved" });
      await draw();
      push();
    });
  } else if (button.dataset.do) {
    const what = button.dataset.do;
    next(() => act(what));
  }
});

sheet.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.form) return;
  event.preventDefault();
  /** @type {Record<string, string>} */
  const fields = {};
  for (const [name, value] of new FormData(form)) fields[name] = String(value);
  next(async () => {
    const said = form.querySelector("output.said");
    try {
      /** @type {string[]} */
      const words = await ask("form", { fields });
      for (const word of words) await write(word);
    } catch (why) {
      if (!said) throw why;
      said.textContent = /** @type {Error} */ (why).message;
      return;
    }
    if (form.dataset.form === "setup") keep("saloon-setup:" + meta.kind, fields);
    await draw();
    push();
  });
});

/** @param {string} what */
async function act(what) {
  if (what === "share") return share();
  if (what === "turn") {
    keep("saloon-upright", !kept("saloon-upright"));
    return face();
  }
  if (what === "new") return begin(meta.kind);
  /** @type {{name: string, text: string}} */
  const { name, text } = await ask(what);
  if (what === "picture") return hand(name + ".png", await picture(text), "");
  hand(name + (what === "csv" ? ".csv" : ".txt"), new Blob([text], { type: what === "csv" ? "text/csv" : "text/plain" }), what === "text" ? text : "");
}

/** Which way the far side of a tally stands. */
function face() {
  sheet?.classList.add(meta.kind === "tally" ? "duel" : "score");
  sheet?.classList.toggle("upright", !!kept("saloon-upright"));
}

/** Draws an SVG picture as PNG, which every phone can show. @param {string} svg @returns {Promise<Blob>} */
async function picture(svg) {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  const pen = canvas.getContext("2d");
  pen?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture could not be drawn."))), "image/png"));
}

/**
 * Hands something on: by the phone's own way to share, else as a file.
 * @param {string} name
 * @param {Blob} blob
 * @param {string} text
 */
async function hand(name, blob, text) {
  const file = new File([blob], name, { type: blob.type });
  const what = text ? { text } : { files: [file] };
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(what)) {
    return navigator.share(what).catch(() => {}); // whoever was asked has thought better of it
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// ---- several devices ----

let online = false;
/** @type {EventSource | undefined} */
let source;
let heard = 0;

async function share() {
  const link = location.origin + base + "/pad/" + id;
  if (!meta.shared) {
    await post([]); // says why if it cannot be
    meta.shared = true;
    keep(prefix + id, meta);
    connect();
  }
  invite();
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url: link });
    else {
      await navigator.clipboard.writeText(link);
      say("The link is copied. Everybody who opens it writes on this pad.");
    }
  } catch {
    say("The link: " + link);
  }
}

/** Shows how others come to the pad. */
function invite() {
  const qr = /** @type {HTMLImageElement | null} */ (byId("pad-qr"));
  if (!qr || !meta.shared) return;
  qr.hidden = false;
  qr.src = base + "/pad/" + id + "/qr.svg";
  const words = byId("pad-shared");
  if (words) words.textContent = "Everybody who opens this link, or looks at this picture with a phone, writes on the same pad.";
}

/** @param {Entry[]} list */
async function post(list) {
  const answer = await fetch(base + "/pad/" + id + "/entries", {
    method: "POST", headers: { "Content-Type": "application/json", Accept: "text/plain" },
    body: JSON.stringify({ pad: meta.kind, entries: list }), signal: AbortSignal.timeout(10000),
  }).catch(() => {
    throw new Error("The house cannot be reached. The pad is safe on this device; share it when there is a network.");
  });
  if (!answer.ok) throw new Error((await answer.text()) || "The house does not take this pad.");
  for (const e of list) there.add(e.id);
}

let pushing = false;
/** Sends the house what it lacks, as often as it takes: each entry counts once. */
async function push() {
  if (!meta.shared || pushing) return;
  pushing = true;
  try {
    for (;;) {
      const list = [...entries.values()].filter((e) => !there.has(e.id)).slice(0, 50);
      if (list.length === 0) break;
      await post(list);
    }
  } catch {
    // the line says that entries wait; the next connection brings them
  } finally {
    pushing = false;
    line();
  }
}

/** Listens to what others write. */
function connect() {
  source?.close();
  if (!meta.shared) return;
  heard = Date.now();
  const s = new EventSource(base + "/pad/" + id + "/live");
  source = s;
  s.addEventListener("open", () => {
    online = true;
    heard = Date.now();
    line();
  });
  s.addEventListener("beat", () => (heard = Date.now()));
  s.addEventListener("entries", (event) => {
    online = true;
    heard = Date.now();
    /** @type {{entries: Entry[]}} */
    const news = JSON.parse(event.data);
    for (const e of news.entries) there.add(e.id);
    next(async () => {
      const before = entries.size;
      await merge(news.entries);
      for (const e of news.entries) keep(prefix + id + ":" + e.id, e);
      if (entries.size > before && meta.kind === "tally") navigator.vibrate?.(25);
      await draw();
      push();
    });
  });
  s.addEventListener("error", () => {
    online = false;
    line();
    if (s.readyState === EventSource.CLOSED) setTimeout(() => source === s && connect(), 3000);
  });
}
setInterval(() => meta?.shared && Date.now() - heard > 40000 && connect(), 5000);
addEventListener("online", () => connect());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  awake();
  if (!online) connect();
});

// Another tab of this device has written.
addEventListener("storage", ({ key, newValue }) => {
  if (!key?.startsWith(prefix + id + ":") || !newValue) return;
  const entry = JSON.parse(newValue);
  next(async () => {
    await merge([entry]);
    await draw();
    push();
  });
});

/** Keeps the screen lit while lights are counted on it. */
async function awake() {
  if (meta?.kind !== "tally" || !("wakeLock" in navigator)) return;
  await navigator.wakeLock.request("screen").catch(() => {}); // the system may say no
}

/** A pad that is new to this device is the house's. */
async function fetched() {
  const answer = await fetch(base + "/pad/" + id + "/entries", { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(15000) }).catch(() => null);
  if (!answer) throw new Error("This pad is not on this device yet, and the house cannot be reached. Open it once with a network.");
  if (!answer.ok) throw new Error("There is no such pad. If it is on another device only, share it there first.");
  const news = await answer.json();
  meta = { kind: news.pad, title: "", at: Date.now(), shared: true };
  keep(prefix + id, meta);
  for (const e of news.entries) {
    there.add(e.id);
    keep(prefix + id + ":" + e.id, e);
  }
  return news.entries;
}

next(async () => {
  try {
    const old = meta ? keys(prefix + id + ":").map(kept).filter(Boolean) : await fetched();
    await ask("open", { pad: meta.kind });
    await merge(old);
    document.body.dataset.pad = meta.kind;
    face();
    await draw();
  } catch (why) {
    const p = document.createElement("p");
    p.className = "wrong panel";
    p.textContent = /** @type {Error} */ (why).message;
    sheet.replaceChildren(p);
    sheet.removeAttribute("aria-busy");
    return;
  }
  invite();
  connect();
  awake();
});
})();
