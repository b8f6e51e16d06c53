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

/** @param {string} text */
function say(text) {
  const box = byId("toast");
  const p = document.createElement("p");
  p.textContent = text;
  box?.replaceChildren(p);
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

let full = false;
/** @param {string} key @param {string} value */
function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    if (!full) say("This device has no room left. The game goes on, but it is lost when this page is closed.");
    full = true;
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

/** Whether the program is on this device. */
async function here() {
  if (!("caches" in window)) return false;
  return !!(await caches.match(wasm, { ignoreVary: true }));
}

/** Fetches the program and keeps it. */
async function fetchProgram() {
  if ("caches" in window) {
    const cache = await caches.open("large" + base);
    await cache.add(wasm);
  } else {
    await (await fetch(wasm)).arrayBuffer(); // the browser may keep it by itself
  }
}

// ---- the page that begins games ----

const state = byId("pocket-state");
if (state) {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-fetch]"));
  const show = async () => {
    const kept = await here();
    state.textContent = kept ? "On this device: it works without a network." : "Not on this device yet: " + state.dataset.size + " to fetch, once.";
    if (button) button.hidden = kept;
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
      await fetchProgram();
      await navigator.storage?.persist?.();
    } catch {
      say("It could not be fetched. Try again when there is a network.");
    }
    button.disabled = false;
    show();
  });
  for (const form of document.querySelectorAll("form[data-pocket]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const kind = form.getAttribute("data-pocket") ?? "";
      const fields = new URLSearchParams();
      for (const [name, value] of new FormData(/** @type {HTMLFormElement} */ (form))) if (value !== "") fields.append(name, String(value));
      forget(kind);
      write(prefix + kind + ":fields", fields.toString());
      location.assign(base + "/offline/" + kind);
    });
  }
  show();
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
  else if (message.tell === "line") write(prefix + kind + ":line" + String(lines++).padStart(6, "0"), message.line);
  else if (message.tell === "update") {
    if (message.error) return say(message.error);
    standing = message.table;
    if (shared) settle(message);
    else receive("table", message.html);
  }
}

function start() {
  return new Promise((done, fail) => {
    began = () => done(undefined);
    failed = fail;
    worker = new Worker(files.worker ?? "");
    worker.onmessage = ({ data }) => hear(JSON.parse(data));
    worker.onerror = () => fail(new Error("This browser cannot run the program. A newer one can."));
    worker.postMessage({ go: files.go, wasm });
  });
}

// ---- two people, one device ----

/** Where the device is on its way to: "" if somebody has it, else a text that says so. */
let cover = "";

/** The seat that the screen is for now: whose turn it is, or nobody's. */
const wanted = () => (standing?.phase === "playing" && standing.people.includes(standing.turn) ? standing.turn : -1);

/**
 * After a move: whoever is on turn goes on; the screen is covered for another.
 * @param {{who?: number, html?: string}} message
 */
function settle(message) {
  const next = wanted();
  if (who !== -1 && next === who) return receive("table", message.html ?? "");
  if (next === -1) return open(-1); // the end of a round or of the game: both look
  hide(next);
}

/** Covers the screen until somebody says that they have the device. @param {number} seat */
async function hide(seat) {
  const name = standing?.names[seat] ?? "";
  if (cover === name) return;
  cover = name;
  who = -1;
  await ask("cover");
  screen("Hand the device to " + name + ".", "Nobody’s cards are shown meanwhile.", name + " has it", () => reveal(seat));
}

/** The second step: a wrong tap has shown nothing yet. @param {number} seat */
function reveal(seat) {
  const name = standing?.names[seat] ?? "";
  screen("You are " + name + "?", "The next tap shows your cards. Nobody else should look.", "Show " + name + "’s cards", async () => {
    cover = "";
    await open(seat);
  });
}

/**
 * Shows nothing but a sentence and a button.
 * @param {string} title
 * @param {string} text
 * @param {string} button
 * @param {() => void} then
 */
function screen(title, text, button, then) {
  const now = byId("table");
  if (!now) return;
  const main = document.createElement("main");
  main.id = "table";
  main.className = "table cover";
  main.dataset.cover = "";
  const h = document.createElement("h1");
  h.textContent = title;
  const p = document.createElement("p");
  p.textContent = text;
  const b = document.createElement("button");
  b.type = "button";
  b.className = "button loud big";
  b.textContent = button;
  b.addEventListener("click", then, { once: true });
  main.append(h, p, b);
  now.replaceWith(main);
  byId("live")?.replaceChildren(); // nor is anything read out any more
  h.tabIndex = -1;
  h.focus();
  document.title = title + " · Saloon";
}

/** Shows the table to somebody. @param {number} seat */
async function open(seat) {
  who = seat;
  const answer = await ask("look", { who: seat });
  if (answer.error) return say(answer.error);
  standing = answer.table;
  const box = document.createElement("template");
  box.innerHTML = answer.html; // the program's own, escaped there
  const next = box.content.firstElementChild;
  if (!(next instanceof HTMLElement)) return;
  dress(next);
  byId("table")?.replaceWith(next);
  receive("shown", "");
}

/** Puts the page's own bar over a table, and in its menu what a person may do beside the game. @param {HTMLElement} main */
function dress(main) {
  const bar = /** @type {HTMLTemplateElement | null} */ (byId("pocket-bar"))?.content.firstElementChild?.cloneNode(true);
  if (!(bar instanceof HTMLElement)) return;
  const menu = main.querySelector("#menu");
  if (menu) bar.querySelector(".sheet")?.prepend(menu);
  main.prepend(bar);
  if (shared && who === -1) together(main);
}

/** What both may do when they look together. @param {HTMLElement} main */
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
  main.querySelector(".bar")?.after(row);
}

if (shared) {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && who !== -1) hide(who);
  });
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
    const box = document.createElement("template");
    box.innerHTML = (await ask("look", { who })).html ?? "";
    const main = box.content.firstElementChild;
    if (main instanceof HTMLElement) dress(main);
    return box.innerHTML;
  },
};

/** Only one page has a game: two would write over each other. @param {() => Promise<void>} play */
async function alone(play) {
  if (!("locks" in navigator)) return play();
  await navigator.locks.request(prefix + kind, { ifAvailable: true }, async (lock) => {
    if (!lock) return problem("This game is open in another tab.", "Go on there, or close it and come back.");
    await play();
    await new Promise(() => {}); // until the page goes
  });
}

/** @param {string} title @param {string} text */
function problem(title, text) {
  screen(title, text, "To the games on this device", () => location.assign(base + "/offline"));
}

async function play() {
  await start();
  const keys = lineKeys(kind);
  lines = keys.length;
  let opened;
  if (keys.length > 0) opened = await ask("load", { lines: keys.map((key) => read(key) + "\n").join("") });
  else opened = await ask("open", { fields: read(prefix + kind + ":fields") ?? files.fields ?? "" });
  if (opened.error) {
    forget(kind);
    return problem("This game cannot go on.", opened.error);
  }
  if (!shared) return open(0);
  await open(-1);
  const next = wanted();
  if (next !== -1) await hide(next);
}

alone(play).catch((why) => problem("The table could not be opened.", why.message));
})();
