// @ts-check
// A score pad on this device. The Go program beside it (see the worker) knows what words
// mean and draws the pad; this script keeps the entries, sends them to the house if the
// pad is shared, and takes in what others have written.
//
// An entry is kept under a key of its own, so that two tabs never write over each other:
// "saloon-pad:ID" says what pad there is, "saloon-pad:ID:ENTRY" is an entry.

(() => {
/** @typedef {{id: string, by: string, time: number, wall: number, over?: string[], word: string}} Entry */
/** @typedef {{kind: string, title: string, at: number, shared: boolean, sent?: number}} Meta */

const base = document.documentElement.dataset.base ?? "";
const files = document.getElementById("pad-files")?.dataset ?? {};
const prefix = "saloon-pad:";

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** @param {number} length */
const random = (length) =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((b) => "abcdefghjkmnpqrstuvwxyz23456789"[b % 31]).join("");

// ---- what is on this device ----

/** What the device does not keep, since it has no room or keeps nothing at all: this page
 * has it as long as it is open. @type {Map<string, string>} */
const loose = new Map();

/**
 * Keeps something on the device. It reports whether there was room.
 * @param {string} key
 * @param {unknown} value
 */
function keep(key, value) {
  loose.set(key, JSON.stringify(value));
  tidy();
  return !loose.has(key);
}

/** Keeps what there was no room for, if now there is. */
function tidy() {
  for (const [key, text] of loose) {
    try {
      localStorage.setItem(key, text);
      loose.delete(key);
    } catch {
      // it waits, and the line says so
    }
  }
}

/** @param {string} key @returns {any} */
function kept(key) {
  try {
    return JSON.parse(loose.get(key) ?? localStorage.getItem(key) ?? "null");
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
  const room = keep(prefix + id, { kind, title: "", at: Date.now(), shared: false });
  location.assign(base + "/pad/" + id + (room ? "" : "#" + kind));
}

function list() {
  const ul = byId("pads");
  if (!ul) return;
  const pads = keys(prefix).filter((key) => !key.slice(prefix.length).includes(":"))
    .map((key) => ({ id: key.slice(prefix.length), meta: /** @type {Meta} */ (kept(key)) }))
    .filter(({ meta }) => meta?.kind)
    .sort((a, b) => b.meta.at - a.meta.at);
  if (pads.length > 0) ul.replaceChildren(...pads.map(({ id, meta }) => item(id, meta)));
}

/** A pad in the list. @param {string} id @param {Meta} meta */
function item(id, meta) {
  const li = document.createElement("li");
  const open = document.createElement("a");
  open.href = base + "/pad/" + id;
  const game = document.createElement("strong");
  game.textContent = meta.kind === "tally" ? "Showdown" : "Texas Showdown";
  const who = document.createElement("span");
  who.textContent = meta.title || "Nobody is named yet";
  const more = document.createElement("span");
  more.className = "muted small";
  more.textContent = new Date(meta.at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }) + (meta.shared ? " · shared" : "");
  open.append(game, " ", who, " ", more);
  const drop = document.createElement("button");
  drop.type = "button";
  drop.className = "button quiet";
  const name = " " + game.textContent + ", " + who.textContent;
  const words = (/** @type {string} */ verb) => {
    drop.textContent = verb;
    drop.setAttribute("aria-label", verb + name);
  };
  words("Delete");
  drop.addEventListener("blur", () => drop.isConnected && words("Delete"));
  drop.addEventListener("click", () => {
    if (drop.textContent === "Delete") return words("Really delete");
    for (const key of [prefix + id, ...keys(prefix + id + ":")]) localStorage.removeItem(key);
    const near = /** @type {HTMLElement | null | undefined} */ ((li.nextElementSibling ?? li.previousElementSibling)?.querySelector("button"));
    if (!near) {
      const none = document.createElement("li");
      none.className = "muted";
      none.textContent = "No pad is on this device any more.";
      li.replaceWith(none);
    }
    li.remove();
    (near ?? /** @type {HTMLElement | null} */ (document.querySelector("[data-new]")))?.focus();
  });
  li.append(open, drop);
  return li;
}

for (const button of document.querySelectorAll("[data-new]")) {
  button.addEventListener("click", () => begin(button.getAttribute("data-new") ?? "score"));
}
list();

// What the program is made of stays on the device, for the next time without a network.
async function stock() {
  const cache = await caches.open("large" + base);
  if (!(await cache.match(files.wasm ?? ""))) await cache.add(files.wasm ?? "");
  await navigator.serviceWorker.ready;
  const e = byId("pad-ready");
  if (e) e.textContent = "All that pads need is on this device now: they work without a network.";
}
if ("caches" in window && "serviceWorker" in navigator) stock().catch(() => {}); // without it, pads need a network

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

/** What tells a control from others, also when the word that it writes is another one now.
 * @param {Element | null} e */
const sign = (e) => e && (["data-tap", "data-do", "name"].map((n) => e.getAttribute(n)).find(Boolean) ?? (e.querySelector("b") ?? e).textContent) + "|" + e.getAttribute("value");

/** Has the focus where somebody goes on who uses the keyboard: on the same control if it is
 * still there, else on what is most wanted now.
 * @param {string} mark
 * @param {string} part */
function focus(mark, part) {
  const fit = (/** @type {ParentNode | null} */ within) =>
    [.../** @type {NodeListOf<HTMLElement>} */ (within?.querySelectorAll("button:enabled:not([aria-disabled]), input, summary") ?? [])].filter((e) => e.checkVisibility());
  const here = fit(byId(part));
  const loud = here.find((e) => e.matches(".loud")), more = here.find((e) => e.dataset.tap?.startsWith("more"));
  (here.find((e) => sign(e) === mark) ?? loud ?? more ?? here[0] ?? fit(sheet)[0])?.focus({ preventScroll: true });
}

/** Says something to people who listen. @param {string} text */
function announce(text) {
  const live = byId("live");
  const p = document.createElement("p");
  p.textContent = text;
  live?.append(p);
  while (live && live.childElementCount > 8) live.firstElementChild?.remove();
}

/** What a part says to people who listen. @param {HTMLElement | null} e */
const words = (e) => e && [e, ...e.querySelectorAll("output")].filter((e) => e.hasAttribute("aria-live")).map((e) => e.innerText.trim()).join(" ");

async function draw() {
  /** @type {{title: string, fragments: {id: string, html: string}[]}} */
  const now = await ask("draw", { view });
  const active = sheet?.contains(document.activeElement) ? document.activeElement : null;
  const mark = sign(active), part = active?.closest("#pad > *")?.id ?? "";
  for (const { id, html } of now.fragments) {
    if (drawn.get(id) === html) continue;
    const old = byId(id);
    const open = old && [...old.querySelectorAll("details")].map((d) => d.open), said = words(old);
    const box = document.createElement("template");
    box.innerHTML = html; // the program's own, escaped there
    const next = box.content.firstElementChild;
    if (!next) continue;
    if (drawn.size === 0) sheet?.replaceChildren();
    if (old && drawn.size > 0) old.replaceWith(next);
    else sheet?.append(next);
    next.querySelectorAll("details").forEach((d, i) => open?.[i] && (d.open = true));
    // A part that is new is not heard everywhere: what it says is said where it is.
    const told = words(/** @type {HTMLElement} */ (next));
    if (drawn.has(id) && told && told !== said) announce(told);
    for (const e of [next, ...next.querySelectorAll("output")]) if (e.hasAttribute("aria-live")) e.setAttribute("aria-live", "off");
    drawn.set(id, html);
  }
  if (mark && !document.contains(active)) focus(mark, part);
  for (const e of document.querySelectorAll("#pad [data-wall]")) {
    e.textContent = new Date(Number(e.getAttribute("data-wall"))).toLocaleString();
  }
  for (const e of document.querySelectorAll("#pad [data-by]")) {
    if (e.getAttribute("data-by") === device()) e.textContent = "this device";
  }
  sheet?.removeAttribute("aria-busy");
  const title = byId("pad-title");
  if (title) title.textContent = meta.kind === "tally" ? "Showdown" : "Texas Showdown";
  if (now.title !== meta.title) note({ title: now.title });
  remember();
  line();
}

/** Keeps what is known of this pad. Another tab may have shared it meanwhile. @param {Partial<Meta>} now */
function note(now) {
  meta = { ...meta, ...now };
  meta.shared ||= !!kept(prefix + id)?.shared;
  keep(prefix + id, meta);
}

/** Says where what was written is. */
function line() {
  const e = byId("pad-line");
  if (!e) return;
  let waiting = 0;
  if (told && (stuck || !online)) waiting = [...entries.keys()].filter((key) => !there.has(key)).length;
  if (!told && !online) waiting = Math.max(0, entries.size - (meta.sent ?? 0)); // as it was when last heard of
  let text = "Saved";
  if (meta.shared) text = waiting ? waiting + (waiting === 1 ? " entry waits" : " entries wait") : online ? "Shared" : "No network now";
  if (loose.size > 0) text = waiting || !meta.shared ? "Not saved: no room" : "Shared, not saved here";
  if (e.textContent !== text) e.textContent = text;
}

/** What was typed into the last setup is there for the next pad. */
function remember() {
  const form = /** @type {HTMLFormElement | null} */ (sheet?.querySelector("form[data-form=setup]"));
  if (!form || entries.size > 0 || form.dataset.filled !== undefined) return;
  form.dataset.filled = "";
  for (const [name, value] of Object.entries(kept("saloon-setup:" + meta.kind) ?? {})) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof RadioNodeList) field.value = String(value);
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
  const entry = await ask("write", { word, stamp: { id: random(16), by: device(), wall: Math.min(Math.max(Date.now(), 0), latest) } });
  entries.set(entry.id, entry);
  if (!kept(prefix + id)) for (const e of entries.values()) keep(prefix + id + ":" + e.id, e); // deleted in another tab
  note({ at: entry.wall });
  if (!keep(prefix + id + ":" + entry.id, entry)) {
    say("This device has no room left. What you write stays as long as this page is open; share the pad, or delete an old one.");
  }
  buzz();
}

/** The last time that an entry takes: the end of the year 9999. */
const latest = 253402300799999;

/** Lets the phone be felt; browsers want it to have been touched first. */
function buzz() {
  if (meta.kind === "tally" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(25);
}

/** One thing after the other: a tap must find what the one before it has done. */
let last = Promise.resolve();
/** @param {() => Promise<void>} what */
function next(what) {
  last = last.then(what).catch((why) => say(why.message || String(why)));
}

/** A control is not replaced under the finger. */
let held = Promise.resolve();
sheet.addEventListener("pointerdown", () => {
  held = new Promise((done) => {
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(done), { once: true }); // after the click
    setTimeout(done, 400);
  });
});

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  if (!button || !(sheet.contains(button) || button.dataset.do === "share")) return;
  const { tap, word } = button.dataset;
  if (tap !== undefined) {
    next(async () => {
      try {
        view = await ask("tap", { view, tap });
      } finally {
        await draw();
      }
      if (tap.startsWith("ask")) sheet.querySelector(".enter .big")?.scrollIntoView({ block: "nearest" });
      if (tap.startsWith("correct")) {
        byId("pad-enter")?.scrollIntoView({ block: "nearest" });
        /** @type {HTMLElement | null} */ (sheet.querySelector("[data-tap^=more]"))?.focus({ preventScroll: true });
      }
    });
  } else if (word !== undefined) {
    const mark = sign(button), box = button.closest("#pad > *")?.id ?? "";
    next(async () => {
      // Two quick taps are two steps: the second finds the control as the first has left it.
      const now = button.isConnected ? button : [...(byId(box)?.querySelectorAll("button") ?? [])].find((e) => sign(e) === mark && !e.disabled);
      const word = now?.dataset.word;
      if (word === undefined) return;
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
    if (said) said.textContent = "";
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
    const first = byId("pad-now")?.hidden;
    await draw();
    if (first) scrollTo(0, 0); // the form was longer than what has come in its place
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
  hand(name + (what === "csv" ? ".csv" : ".txt"), new Blob(what === "csv" ? ["\ufeff", text] : [text], { type: what === "csv" ? "text/csv" : "text/plain" }), what === "text" ? text : "");
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
    navigator.share(what).catch(() => {}); // whoever was asked has thought better of it
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// ---- several devices ----

let online = false;
/** Whether the house has said what it has. */
let told = false;
/** @type {EventSource | undefined} */
let source;
let heard = 0; // when, by a clock that nobody sets

async function share() {
  const link = location.origin + base + "/pad/" + id;
  if (!meta.shared) {
    await post([]); // says why if it cannot be
    note({ shared: true });
    connect();
  }
  invite();
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) navigator.share({ url: link }).catch(() => {});
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
  if (!answer.ok) {
    const why = new Error((await answer.text()) || "The house does not take this pad.");
    why.name = "Refusal";
    throw why;
  }
  arrived(list);
}

/** The house has these. @param {Entry[]} list */
function arrived(list) {
  for (const e of list) there.add(e.id);
  if (there.size > (meta.sent ?? 0)) note({ sent: there.size });
}

let pushing = false;
/** Whether the last try to send something has failed. */
let stuck = false;
/** What the house has said no to, so that it is said once. */
let refused = "";
/** Sends the house what it lacks, as often as it takes: each entry counts once. */
async function push() {
  if (!meta.shared || !told || pushing) return;
  pushing = true;
  try {
    for (;;) {
      const list = part([...entries.values()].filter((e) => !there.has(e.id)));
      if (list.length === 0) break;
      await post(list);
    }
    stuck = false;
    refused = "";
  } catch (why) {
    stuck = true;
    // The line says that entries wait. The next beat of the house brings them.
    const { name, message } = /** @type {Error} */ (why);
    if (name === "Refusal" && message !== refused) say((refused = message));
  } finally {
    pushing = false;
    line();
  }
}

/** As much as the house takes at once. @param {Entry[]} list */
function part(list) {
  let room = 8000; // characters, of which each may be two bytes
  return list.filter((e, i) => (room -= JSON.stringify(e).length) > 0 || i === 0);
}

/** Listens to what others write. */
function connect() {
  source?.close();
  if (!meta?.shared) return;
  heard = performance.now();
  const s = new EventSource(base + "/pad/" + id + "/live");
  source = s;
  s.addEventListener("open", () => {
    online = true;
    heard = performance.now();
    line();
    push();
  });
  s.addEventListener("beat", () => {
    heard = performance.now();
    push();
  });
  s.addEventListener("entries", (event) => {
    online = told = true;
    heard = performance.now();
    /** @type {{entries: Entry[]}} */
    const news = JSON.parse(event.data);
    arrived(news.entries);
    next(async () => {
      const before = entries.size;
      await merge(news.entries);
      for (const e of news.entries) if (!kept(prefix + id + ":" + e.id)) keep(prefix + id + ":" + e.id, e);
      if (entries.size > before) {
        buzz();
        await held;
        await draw();
      }
      line();
      push();
    });
  });
  s.addEventListener("error", () => {
    online = false;
    line();
    if (s.readyState !== EventSource.CLOSED) return; // the browser tries again
    told = false;
    there.clear(); // the house may have lost the pad: it is told all again
    setTimeout(() => source === s && again(), 3000);
  });
}

/** The house has not let us listen. If it knows the pad no more it gets it again. */
async function again() {
  await post([]).catch(() => {});
  connect();
}
setInterval(() => meta?.shared && performance.now() - heard > 40000 && connect(), 5000);
addEventListener("online", () => connect());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  awake();
  reread();
  if (!online) connect();
});

// Another tab of this device has written, shared the pad or made room.
addEventListener("storage", ({ key, newValue }) => {
  if (newValue === null) tidy();
  else if (key === prefix + id && meta && !meta.shared && JSON.parse(newValue).shared) {
    meta.shared = true;
    invite();
    connect();
  } else if (key?.startsWith(prefix + id + ":")) reread();
});

/** Takes in what other tabs have written, also while this one was asleep. */
function reread() {
  if (!meta) return;
  next(async () => {
    const before = entries.size;
    await merge(stored());
    if (entries.size === before) return;
    await held;
    await draw();
    push();
  });
}

/** The entries that this device has kept and this page does not have yet. @returns {Entry[]} */
const stored = () => keys(prefix + id + ":").filter((key) => !entries.has(key.slice((prefix + id + ":").length))).map(kept).filter(Boolean);

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
  note({ kind: news.pad, title: "", at: Date.now(), shared: true });
  told = true;
  for (const e of news.entries) {
    there.add(e.id);
    keep(prefix + id + ":" + e.id, e);
  }
  return news.entries;
}

/** What is on this pad when the page is opened. @returns {Promise<Entry[]>} */
async function found() {
  if (meta) return stored();
  try {
    return await fetched();
  } catch (why) {
    const kind = location.hash.slice(1); // of a new pad that the device could not keep
    if (kind !== "score" && kind !== "tally") throw why;
    note({ kind, title: "", at: Date.now(), shared: false });
    return [];
  }
}

/** Takes in all that can be read of what was kept. @param {Entry[]} old */
async function load(old) {
  await merge(old).catch(async () => {
    for (const e of old) await merge([e]).catch(() => say("Part of this pad cannot be read any more."));
  });
  const names = kept("saloon-setup:tally");
  if (meta.kind !== "tally" || entries.size > 0 || meta.shared || !names) return;
  for (const word of await ask("form", { fields: names })) await write(word); // who played last plays again
}

next(async () => {
  try {
    const old = await found();
    await ask("open", { pad: meta.kind });
    await load(old);
    document.body.dataset.pad = meta.kind;
    face();
    await draw();
  } catch (why) {
    const p = document.createElement("p");
    p.className = "wrong panel";
    p.textContent = /** @type {Error} */ (why).message;
    sheet.replaceChildren(p);
    sheet.removeAttribute("aria-busy");
    addEventListener("online", () => location.reload(), { once: true });
    return;
  }
  invite();
  connect();
  awake();
});
})();
