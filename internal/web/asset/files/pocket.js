// @ts-check
// A table on this device alone: the house itself, as a Go program beside the page (see
// the worker), with bots or with a second person who is handed the device. The table's
// script draws and sends as it does at a house's table; this one stands in for the house.

(() => {
const base = document.documentElement.dataset.base ?? "";
const files = document.getElementById("pocket-files")?.dataset ?? {};
const wasm = files.wasm ?? "";
const prefix = "saloon-pocket:";

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** Says something that stays for its time, whatever else is said. @param {string} text */
function say(text) {
  const p = document.createElement("p");
  p.textContent = text;
  p.dataset.keep = "";
  byId("toast")?.replaceChildren(p);
  setTimeout(() => p.remove(), 3000 + 60 * text.length);
}

// ---- what is kept: the fields that a game was opened with, and its lines ----

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether there was no room for something: what follows it would make no sense alone. */
let full = false;
/** @param {string} key @param {string} value */
function write(key, value) {
  if (full) return;
  try {
    localStorage.setItem(key, value);
  } catch {
    full = true;
    say("This device has no room left. The game goes on, but what happens from now on is lost when this page is closed.");
  }
}

/** The keys of a game's lines, in order. @param {string} kind */
const lineKeys = (kind) => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix + kind + ":line")).sort();
  } catch {
    return [];
  }
};

/** @param {string} kind */
function forget(kind) {
  for (const key of lineKeys(kind)) localStorage.removeItem(key);
}

// ---- the program ----

const cacheName = "large" + base;

/** Whether the program is on this device, and a service worker with the pages for it. */
async function here() {
  if (!("caches" in window) || !("serviceWorker" in navigator)) return false;
  try {
    if (!(await navigator.serviceWorker.getRegistration(base + "/"))?.active) return false;
    return !!(await (await caches.open(cacheName)).match(wasm, { ignoreVary: true }));
  } catch {
    return false; // a private window may have no room of its own
  }
}

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Keeps the program on this device, if it is all of it that comes.
 * @param {number} tries
 */
async function keepProgram(tries) {
  const cache = await caches.open(cacheName);
  if (await cache.match(wasm, { ignoreVary: true })) return;
  for (let wait = 500; ; wait *= 3) {
    try {
      const answer = await fetch(wasm, { cache: wait === 500 ? "default" : "reload" });
      const sum = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
      const hex = [...new Uint8Array(sum)].map((b) => b.toString(16).padStart(2, "0")).join("");
      if (hex !== files.sum) throw new Error("It came, but not whole.");
      return await cache.put(wasm, answer);
    } catch (why) {
      if (--tries === 0 || noRoom(why)) throw why;
    }
    await pause(wait);
  }
}

/** @param {unknown} why */
const noRoom = (why) => why instanceof DOMException && why.name === "QuotaExceededError";

/** Waits until a service worker has all pages. */
async function keepPages() {
  const r = await navigator.serviceWorker.register(base + "/sw.js");
  const worker = r.installing ?? r.waiting;
  if (r.active || !worker) return;
  await new Promise((done, fail) => {
    const look = () => {
      if (worker.state === "activated") done(undefined);
      if (worker.state === "redundant") fail(new Error("The pages did not come."));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

// ---- the page that begins games ----

const state = byId("pocket-state");
if (state) {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-fetch]"));
  const able = "caches" in window && "serviceWorker" in navigator;
  const show = async () => {
    const kept = await here();
    if (!able) state.textContent = "This browser keeps nothing for later here; while there is a network, all of this works. " + state.dataset.size + " to fetch.";
    else state.textContent = kept ? "On this device: it works without a network." : "Not on this device yet: " + state.dataset.size + " to fetch, once.";
    if (button) button.hidden = kept || !able;
    for (const form of document.querySelectorAll("form[data-pocket]")) {
      const kind = form.getAttribute("data-pocket") ?? "";
      const on = /** @type {HTMLElement | null} */ (form.querySelector("[data-go-on]"));
      if (on) on.hidden = lineKeys(kind).length === 0;
    }
  };
  button?.addEventListener("click", async () => {
    button.disabled = true;
    state.textContent = "Fetching " + state.dataset.size + "…";
    try {
      await Promise.all([keepProgram(3), keepPages()]);
      await navigator.storage?.persist?.();
    } catch (why) {
      say(noRoom(why) ? "This device has no room for it." : "It could not be fetched. Try again when there is a network.");
    }
    button.disabled = false;
    await show();
    if (button.hidden) {
      state.tabIndex = -1; // the focus would be nowhere
      state.focus();
    }
  });
  for (const form of document.querySelectorAll("form[data-pocket]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const kind = form.getAttribute("data-pocket") ?? "";
      const fields = new URLSearchParams();
      for (const [name, value] of new FormData(/** @type {HTMLFormElement} */ (form))) if (value !== "") fields.append(name, String(value));
      location.assign(base + "/offline/" + kind + "#" + fields);
    });
  }
  addEventListener("pageshow", (event) => event.persisted && show());
  show();
}

// Where this page stands in for one that cannot be had, that one is opened when it can.
const unreached = byId("unreached");
if (unreached && location.pathname !== base + "/offline") {
  unreached.hidden = false;
  let busy = false;
  for (const begun of ["input", "focusin", "pointerdown"]) document.querySelector("#main")?.addEventListener(begun, () => (busy = true));
  const look = async () => {
    const answer = await fetch(base + "/live", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    if (!answer?.ok) return;
    if (!busy) return location.reload();
    unreached.querySelector("[data-when=out]")?.setAttribute("hidden", "");
    unreached.querySelector("[data-when=back]")?.removeAttribute("hidden");
  };
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  setInterval(() => document.hidden || look(), 3000);
}

const table = document.querySelector("#table[data-pocket]");
if (!(table instanceof HTMLElement)) return;

// ---- a table ----

const kind = table.dataset.pocket ?? "";
/** Whether people hand the device to each other. */
const shared = kind === "two";
/** Who looks: a seat, or -1 for what everybody may see. */
let who = shared ? -1 : 0;
/** @type {{game: string, phase: string, turn: number, people: number[], names: string[]} | undefined} */
let standing;
let lines = 0;
/** The lines of a game that is being opened: until it is, the last one is kept. @type {string[] | undefined} */
let opening;

/** @param {string} line */
const keepLine = (line) => write(prefix + kind + ":line" + String(lines++).padStart(6, "0"), line);

/** @type {Worker | undefined} */
let worker;
/** @type {Map<number, (answer: any) => void>} */
const asked = new Map();
let questions = 0;
/** @type {(kind: string, html: string) => void} */
let receive = () => {};
/** @type {() => void} */
let began = () => {};
/** @type {(why: Error) => void} */
let failed = () => {};
const broken = new Error("The program has stopped. What was played is kept: open the table again.");

/**
 * @param {string} what
 * @param {object} [more]
 * @returns {Promise<any>} with an error in words, if it was refused
 */
const ask = (what, more = {}) =>
  new Promise((done) => {
    asked.set(++questions, done);
    worker?.postMessage(JSON.stringify({ id: questions, do: what, ...more }));
  });

/** @param {any} message */
function hear(message) {
  if (message.id) {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
  } else if (message.tell === "ready") began();
  else if (message.tell === "failed") failed(new Error("The program could not be fetched. With a network it can; then it stays on this device."));
  else if (message.tell === "ended") failed(broken);
  else if (message.tell === "line") {
    if (opening) opening.push(message.line);
    else keepLine(message.line);
  }
  else if (message.tell === "update") {
    if (message.error) return say(message.error);
    standing = message.table;
    if (shared) settle(message);
    else if (message.html) receive("table", message.html);
  }
}

async function start() {
  // What is fetched to play by stays here, too; where it cannot, it is fetched all the same.
  if ("caches" in window) await keepProgram(2).catch(() => {});
  await new Promise((done, fail) => {
    began = () => done(undefined);
    failed = fail;
    worker = new Worker(files.worker ?? "");
    worker.onmessage = ({ data }) => hear(JSON.parse(data));
    worker.onerror = () => failed(new Error("This browser cannot run the program. A newer one can."));
    worker.postMessage({ go: files.go, wasm });
  });
  failed = () => {
    worker?.terminate();
    problem("The game has stopped.", broken.message, "Open the table again", () => location.reload());
  };
  if (worker) worker.onerror = () => failed(broken);
}

// ---- two people, one device ----

/** The seat that the device is on its way to while the screen is covered, else -1. */
let covered = -1;
/** Counts what has been shown: what comes late must not take the place of what came after it. */
let showing = 0;

/** The seat that the screen is for now: whose turn it is, or nobody's. */
const wanted = () => (standing?.phase === "playing" && standing.people.includes(standing.turn) ? standing.turn : -1);

/**
 * After a move: whoever is on turn goes on; the screen is covered for another.
 * @param {{who?: number, html?: string}} message
 */
function settle(message) {
  const next = wanted();
  if (next === -1) open(-1); // the end of a round or of the game: both look
  else if (who === next) {
    if (message.who === who && message.html) receive("table", message.html);
  } else if (covered !== next) hide(next);
}

/** Covers the screen, at once, until somebody says that they have the device. @param {number} seat */
function hide(seat) {
  const name = standing?.names[seat] ?? "";
  who = -1;
  covered = seat;
  screen("Hand the device to " + name + ".", "Nobody’s cards are shown meanwhile.", name + " has it", () => reveal(seat));
  ask("cover");
}

/**
 * The second step: a wrong tap has shown nothing yet. Its button is in another place, so
 * that a tap too many meets nothing.
 * @param {number} seat
 */
function reveal(seat) {
  const name = standing?.names[seat] ?? "";
  screen("You are " + name + "?", "The next tap shows your cards. Nobody else should look.", "Show " + name + "’s cards", () => open(seat))?.classList.add("second");
}

/** Covers the screen again, from the first step on. */
function leave() {
  const seat = who === -1 ? covered : who;
  if (seat !== -1) hide(seat);
}

/**
 * Shows nothing but a sentence and a button.
 * @param {string} title
 * @param {string} text
 * @param {string} button
 * @param {() => void} then
 */
function screen(title, text, button, then) {
  showing++;
  const now = byId("table");
  if (!now) return;
  const main = document.createElement("main");
  main.id = "table";
  main.className = "table cover";
  main.dataset.cover = "";
  const card = document.createElement("div");
  card.className = "frame";
  const h = document.createElement("h1");
  h.textContent = title;
  const p = document.createElement("p");
  p.textContent = text;
  const b = document.createElement("button");
  b.type = "button";
  b.className = "button loud big";
  b.textContent = button;
  b.addEventListener("click", (event) => {
    if (event.detail > 1) return; // of a double tap that was meant for what was here before
    b.disabled = true;
    then();
  });
  card.append(h, p);
  main.append(card, b);
  now.replaceWith(main);
  alone(true);
  byId("live")?.replaceChildren(); // nor is anything read out any more
  for (const p of document.querySelectorAll("#toast > :not([data-keep])")) p.remove();
  h.tabIndex = -1;
  h.focus();
  document.title = title + " · Saloon";
  return main;
}

/** Leaves nothing to be reached beside the table, or all again. @param {boolean} yes */
function alone(yes) {
  for (const e of document.querySelectorAll("body > :is(.skip, .foot)")) e.toggleAttribute("inert", yes);
}

/** Shows the table to somebody. @param {number} seat */
async function open(seat) {
  who = seat;
  covered = -1;
  const mine = ++showing;
  const answer = await ask("look", { who: seat });
  if (mine !== showing) return;
  if (answer.error) return say(answer.error);
  standing = answer.table;
  const box = document.createElement("template");
  box.innerHTML = answer.html; // the program's own, escaped there
  const next = box.content.firstElementChild;
  if (!(next instanceof HTMLElement)) return;
  dress(next);
  byId("table")?.replaceWith(next);
  alone(false);
  if (shared) {
    next.tabIndex = -1; // who listens begins to read here
    next.focus({ preventScroll: true });
  }
  receive("shown", "");
}

/** Puts the page's own bar over a table, and in its menu what a person may do beside the game. @param {HTMLElement} main */
function dress(main) {
  const bar = /** @type {HTMLTemplateElement | null} */ (byId("pocket-bar"))?.content.firstElementChild?.cloneNode(true);
  if (!(bar instanceof HTMLElement)) return;
  const menu = main.querySelector("#menu");
  if (shared) menu?.remove(); // a bot in the place of one of two would take the device for itself
  else if (menu) bar.querySelector(".sheet")?.prepend(menu);
  main.prepend(bar);
  main.classList.add("alone");
  if (shared && who === -1) together(main);
}

/** What both may do when they look together, in the place of what one of them may. @param {HTMLElement} main */
function together(main) {
  const over = standing?.phase === "over";
  const row = document.createElement("div");
  row.className = "row together";
  const b = document.createElement("button");
  b.type = "button";
  b.className = "button loud big";
  b.textContent = over ? "Another game" : "Go on";
  b.dataset.action = over ? "rematch" : "next";
  b.addEventListener("click", async () => {
    b.disabled = true;
    const { error } = await ask("ask", { who: standing?.people[0] ?? 0, verb: over ? "rematch" : "next", fields: "" });
    if (error) say(error);
    b.disabled = false;
  });
  row.append(b);
  main.querySelector("#action")?.replaceChildren();
  main.querySelector(over ? "#verdict" : "#action")?.append(row);
}

if (shared) {
  document.addEventListener("visibilitychange", () => document.hidden && leave());
  addEventListener("pagehide", leave); // a page may come back as it was left
}

// ---- what the table's script asks of the house ----

/** @type {any} */ (globalThis).pocket = {
  /** @param {string} address @param {URLSearchParams} fields @returns {Promise<string>} "" or why not */
  post: async (address, fields) => {
    const { error } = await ask("ask", { who: Math.max(who, 0), verb: address.slice(address.lastIndexOf("/") + 1), fields: fields.toString() });
    return error ?? "";
  },
  /** @param {typeof receive} got */
  watch: (got) => (receive = got),
  /** The table as it stands, whole. @returns {Promise<string>} */
  page: async () => {
    const mine = showing;
    const answer = await ask("look", { who });
    if (mine !== showing) return "";
    standing = answer.table ?? standing;
    const box = document.createElement("template");
    box.innerHTML = answer.html ?? "";
    const main = box.content.firstElementChild;
    if (main instanceof HTMLElement) dress(main);
    return box.innerHTML;
  },
};

/**
 * Only one page has a game: two would write over each other. A page that is just going
 * may have it a moment longer.
 */
async function play() {
  if (!("locks" in navigator)) return begin();
  let had = false;
  const one = () => {
    had = true;
    return begin().then(() => new Promise(() => {})); // until the page goes
  };
  await navigator.locks.request(prefix + kind, { signal: AbortSignal.timeout(2000) }, one).catch((why) => {
    if (had) throw why;
    problem("This game is open in another tab.", "Go on there, or close it and come back.");
  });
}

/**
 * Says what is wrong, and leads on.
 * @param {string} title
 * @param {string} text
 * @param {string} [button]
 * @param {() => void} [then]
 */
function problem(title, text, button = "To the games on this device", then = () => location.assign(base + "/offline")) {
  screen(title, text, button, then);
}

async function begin() {
  // The page that begins games has said what is wanted: another game than the last.
  const wish = location.hash.slice(1);
  const keys = wish ? [] : lineKeys(kind);
  await start();
  if (keys.length > 0) {
    lines = keys.length;
    const { error } = await ask("load", { lines: keys.map((key) => read(key) + "\n").join("") });
    if (error) {
      return problem("This game cannot go on.", error, "Begin a new game", () => {
        forget(kind);
        location.reload();
      });
    }
  } else {
    opening = [];
    const { error } = await ask("open", { fields: (wish || read(prefix + kind + ":fields")) ?? files.fields ?? "" });
    if (error) return problem("This game cannot begin.", error);
    forget(kind);
    if (wish) write(prefix + kind + ":fields", wish);
    history.replaceState(null, "", location.pathname);
    opening.splice(0).forEach(keepLine);
    opening = undefined;
  }
  if (!shared) return open(0);
  const { table } = await ask("look", { who: -1 });
  standing = table;
  const next = wanted();
  if (next === -1) await open(-1);
  else if (covered !== next) hide(next);
}

play().catch((why) => {
  addEventListener("online", () => location.reload());
  problem("The table could not be opened.", why.message, "Try again", () => location.reload());
});
})();
