// @ts-check
// What pages do by themselves: they take in what the house sends, send forms without
// leaving the page, and tell what happened. Every page works without it, too.

const root = document.documentElement;
const base = root.dataset.base ?? "";

// A page that was kept on this device is as everybody has it: how it is to be here is in
// a cookie, which has no more than the house would have drawn by it.
const look = new URLSearchParams(/(?:^|; )saloon-look=([^;]*)/.exec(document.cookie)?.[1]);
for (const [name, value] of look) if (name in root.dataset) root.dataset[name] = value;

/** @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {T | null} */
const find = (selector, within = document) => /** @type {T | null} */ (within.querySelector(selector));

/** @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {T[]} */
const all = (selector, within = document) => /** @type {T[]} */ ([...within.querySelectorAll(selector)]);

/** Stands in for the house where the table is on this device alone.
 * @type {{post: (address: string, fields: URLSearchParams) => Promise<string>,
 *   watch: (got: (kind: string, html: string) => void) => void, page: () => Promise<string>} | undefined} */
const pocket = /** @type {any} */ (globalThis).pocket;

/** The table of this page, if it is one that lives. */
const table = () => find("#table[data-table]");
const yourTurn = () => {
  const t = table();
  return !!t && t.dataset.phase === "playing" && t.dataset.turn !== "" && t.dataset.turn === t.dataset.you;
};
const still = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
const setting = (/** @type {string} */ name) => root.dataset[name] === "on";

// ---- words ----

/**
 * Says something to people who listen. Each text is a node of its own, so that the same
 * text is heard again when it comes again.
 * @param {string} text
 */
function announce(text) {
  const live = find("#live");
  if (!live || !text) return;
  const p = document.createElement("p");
  p.textContent = text;
  live.append(p);
  while (live.childElementCount > 8) live.firstElementChild?.remove();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastEnd;

/**
 * Shows a sentence for some seconds.
 * @param {string} text
 * @param {boolean} [stay]
 */
function toast(text, stay = false) {
  const box = find("#toast");
  if (!box) return;
  clearTimeout(toastEnd);
  for (const e of all(":scope > :not([data-keep])", box)) e.remove();
  box.toggleAttribute("data-stay", stay && !!text);
  if (!text) return;
  const p = document.createElement("p");
  p.textContent = text;
  box.append(p);
  if (!stay) toastEnd = setTimeout(() => p.remove(), 3000 + 60 * text.length);
}

// ---- sound ----

/** @type {AudioContext | undefined} */
let audio;
const tunes = { card: [[220, 0.05]], turn: [[440, 0.09], [660, 0.12]], take: [[330, 0.07], [262, 0.1]], flip: [[165, 0.12]], over: [[392, 0.12], [494, 0.12], [587, 0.25]] };

/** @param {keyof typeof tunes} name */
function sound(name) {
  if (!setting("sound")) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length] of tunes[name]) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length * 0.8;
  }
}

// ---- what the house sends ----

/** @type {{html: string, until: number, timer: ReturnType<typeof setTimeout> | undefined}} */
const held = { html: "", until: 0, timer: undefined };

/** Whether a finger or button is down on a control: it must not be replaced under it. */
let pressed = false;
/** @type {string[]} */
const kept = [];

function release() {
  pressed = false;
  for (const html of kept.splice(0)) update(html);
}
document.addEventListener("pointerdown", (event) => {
  pressed = !!(/** @type {Element} */ (event.target).closest?.("#table :is(button, a, summary)"));
  if (pressed) setTimeout(release, 400);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release)); // after the click

/**
 * Takes in an update: attributes of the table, parts to replace, words to say.
 * @param {string} html
 */
function update(html) {
  const t = table();
  if (!t) return;
  if (pressed) {
    kept.push(html);
    return;
  }
  const box = document.createElement("template");
  box.innerHTML = html; // the house's own, escaped there
  const head = /** @type {HTMLElement | null} */ (box.content.firstElementChild);
  if (!head || Number(head.dataset.seq) < Number(t.dataset.seq)) return;
  const parts = all("[id]", box.content).filter((e) => e.parentNode === box.content && e !== head);
  const words = all("p.say", box.content).map((p) => p.textContent ?? "");
  animate(() => take(head, parts));
  words.forEach(announce);
}

/**
 * Makes the page what an update says.
 * @param {HTMLElement} head
 * @param {HTMLElement[]} parts
 */
function take(head, parts) {
  const t = table();
  if (!t || Number(head.dataset.seq) < Number(t.dataset.seq)) return;
  const was = { ...t.dataset };
  for (const name of t.getAttributeNames()) {
    if (name.startsWith("data-") && !head.hasAttribute(name)) t.removeAttribute(name);
  }
  for (const { name, value } of head.attributes) if (name.startsWith("data-")) t.setAttribute(name, value);
  if (was.phase !== t.dataset.phase) {
    for (const e of all("[data-move]", t)) {
      e.removeAttribute("data-move"); // what was asked is over
      e.setAttribute("aria-disabled", "true");
    }
    reload();
  } else {
    for (const part of parts) {
      const old = document.getElementById(part.id);
      if (old && !same(old, part) && !(part.id === "trick" && keepTrick(part))) replace(part);
    }
  }
  settled();
  heard(was, t, parts);
}

/**
 * @param {Element} old
 * @param {Element} part
 */
function same(old, part) {
  const copy = /** @type {Element} */ (old.cloneNode(true));
  for (const e of [copy, ...all("[data-sent],[data-picked],[open]", copy)]) {
    for (const name of ["data-sent", "data-picked", "open"]) e.removeAttribute(name);
  }
  return copy.isEqualNode(part);
}

/** A table that begins, ends or opens again has other parts: the page is fetched whole. */
let reloading = false;
async function reload() {
  if (reloading) return;
  reloading = true;
  try {
    const answer = pocket ? new Response(await pocket.page()) : await fetch(location.pathname, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById("table");
    const now = document.getElementById("table");
    if (!answer.ok || !next || !now) location.reload();
    else {
      animate(() => {
        const had = now.contains(document.activeElement);
        dropHeld(); // the page has what came after it
        now.replaceWith(document.adoptNode(next));
        if (had && !focused(find("#table [data-move]"))) focused(next);
        if (!document.activeElement?.matches("input")) scrollTo(0, 0); // what is new stands on top
        settled();
        feedAgain(); // for what has happened since it was fetched
      });
    }
  } catch {
    setTimeout(() => feedAgain(), 500);
  } finally {
    reloading = false;
  }
}

/** The part of the table that an element is in. @param {Element} e */
const partOf = (e) => e.closest("#table > *")?.id;

/** Where the face-up cards are, by their names. @returns {Map<string, {at: DOMRect, part: string | undefined}>} */
function places() {
  const list = new Map();
  for (const card of all("#table [data-card]")) {
    if (card.checkVisibility()) list.set(card.dataset.card, { at: card.getBoundingClientRect(), part: partOf(card) });
  }
  return list;
}

/**
 * Makes a change and has the cards travel from where they were to where they are. It is
 * done with animations of the cards and not with a view transition, which would take the
 * taps for as long as it runs: what has changed can be used at once.
 * @param {() => void} change
 */
function animate(change) {
  if (still() || document.hidden) return change();
  const before = places();
  const trick = find("#trick[data-done]");
  const taken = trick && all("[data-card]", trick).map((card) => ({ card, at: card.getBoundingClientRect() }));
  change();
  for (const card of all("#table [data-card]")) {
    const from = before.get(card.dataset.card ?? "");
    const seat = card.closest("#trick [data-seat]")?.getAttribute("data-seat");
    // Cards that only move together do so at once: nobody can tap what slides away.
    if (from?.part !== partOf(card)) travel(card, from?.at ?? (seat ? place(seat) : undefined), from ? 1 : 0.3);
  }
  if (trick && !trick.isConnected && !find("#trick[data-done]")) collect(taken ?? [], trick.dataset.winner ?? "");
}

/** Where a player is. @param {string} seat */
const place = (seat) => find(seat === table()?.dataset.you ? "#hand" : `#others [data-seat="${seat}"]`)?.getBoundingClientRect();

const glide = { duration: 260, easing: "cubic-bezier(.2,.7,.2,1)" };

/**
 * Has a card come from a place.
 * @param {HTMLElement} card
 * @param {DOMRect | undefined} from
 * @param {number} size that it had there, of what it has there if from is a card
 */
function travel(card, from, size) {
  if (!from || !card.checkVisibility()) return;
  const to = card.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = size === 1 ? from.width / to.width : size;
  if (Math.abs(x) + Math.abs(y) < 2) return;
  card.animate([{ transform: `translate(${x}px,${y}px) scale(${scale})`, zIndex: 30 }, { transform: "none", zIndex: 30 }], { ...glide, composite: "add" });
}

/**
 * Slides a trick that is over to who has taken it.
 * @param {{card: HTMLElement, at: DOMRect}[]} cards
 * @param {string} winner
 */
function collect(cards, winner) {
  const to = place(winner);
  if (!to) return;
  for (const { card, at } of cards) {
    const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
    ghost.removeAttribute("data-card");
    ghost.ariaHidden = "true";
    Object.assign(ghost.style, { position: "fixed", left: at.left + "px", top: at.top + "px", width: at.width + "px", height: at.height + "px", margin: "0", pointerEvents: "none", zIndex: "40" });
    find("#table")?.append(ghost);
    const x = to.left + to.width / 2 - at.left - at.width / 2;
    const y = to.top + to.height / 2 - at.top - at.height / 2;
    ghost.animate({ transform: ["none", `translate(${x}px,${y}px) scale(.2)`], opacity: [1, 0] }, { ...glide, duration: 360 }).finished.finally(() => ghost.remove());
  }
}

/** Forgets the trick that waits for its place. */
function dropHeld() {
  clearTimeout(held.timer);
  held.html = "";
  held.until = 0;
}

/**
 * Keeps a trick that is over in sight for a while. It reports whether the new one has
 * to wait; nothing else does.
 * @param {HTMLElement} next
 */
function keepTrick(next) {
  const now = find("#trick");
  const hold = Number(root.dataset.hold ?? 0);
  const cards = (/** @type {Element | null} */ e) => all(".plays [data-card]", e ?? document).map((card) => card.dataset.card).join();
  if (next.hasAttribute("data-done")) {
    if (now?.hasAttribute("data-done") && cards(now) === cards(next)) return false;
    dropHeld(); // the one before has to go if it is still kept
    held.until = performance.now() + hold;
    return false;
  }
  const left = held.until - performance.now();
  if (left <= 0 || !now?.hasAttribute("data-done")) {
    dropHeld();
    return false;
  }
  held.html = next.outerHTML;
  clearTimeout(held.timer);
  held.timer = setTimeout(() => {
    const box = document.createElement("template");
    box.innerHTML = held.html;
    held.html = "";
    const part = /** @type {HTMLElement | null} */ (box.content.firstElementChild);
    if (part) animate(() => (replace(part), settled()));
  }, left);
  return true;
}

/**
 * Puts a part in its place; what is open stays open, and the focus stays where it was.
 * @param {HTMLElement} part
 */
function replace(part) {
  const old = document.getElementById(part.id);
  if (!old) return;
  const open = all("details", old).map((d) => d.hasAttribute("open"));
  const focus = old.contains(document.activeElement) ? sign(document.activeElement) : null;
  if (old.matches("details[open]")) part.setAttribute("open", "");
  old.replaceWith(part);
  all("details", part).forEach((d, i) => open[i] && d.setAttribute("open", ""));
  if (focus) refocus(part, focus);
}

/** What tells a control from others, whatever else of it changes.
 * @param {Element | null} e */
function sign(e) {
  if (!(e instanceof HTMLElement)) return null;
  const group = all("button, a, input, select, summary", e.closest("[id]") ?? document);
  return { id: e.id, name: e.getAttribute("name"), value: e.getAttribute("value"), action: e.dataset.action, at: group.indexOf(e) };
}

/**
 * @param {HTMLElement} part
 * @param {NonNullable<ReturnType<typeof sign>>} s
 */
function refocus(part, s) {
  const group = all("button, a, input, select, summary", part);
  const wishes = [
    s.id ? document.getElementById(s.id) : null,
    group.find((e) => s.value !== null && e.getAttribute("name") === s.name && e.getAttribute("value") === s.value),
    group.find((e) => s.action && e.dataset.action === s.action),
    group.find((e) => e.dataset.move),
    group[Math.min(s.at, group.length - 1)],
    find("#table [data-move]"),
    find("#table"),
  ];
  for (const wish of wishes) if (wish && focused(wish)) return;
}

/** Whether an element has taken the focus. @param {HTMLElement | null} e */
function focused(e) {
  if (!e) return false;
  if (e.id === "table") e.tabIndex = -1;
  e.focus({ preventScroll: true });
  return document.activeElement === e;
}

/**
 * Sounds for what has happened.
 * @param {DOMStringMap} was
 * @param {HTMLElement} t
 * @param {HTMLElement[]} parts
 */
function heard(was, t, parts) {
  if (was.ply === t.dataset.ply && was.phase === t.dataset.phase) return;
  if (t.dataset.phase === "over" && was.phase !== "over") sound("over");
  else if (yourTurn() && was.turn !== t.dataset.turn) sound("turn");
  else if (parts.some((e) => e.id === "trick" && e.hasAttribute("data-done"))) sound("take");
  else sound(t.dataset.game === "raincheck" ? "flip" : "card");
}

// ---- after every change ----

const title = document.title;
const icon = find("link[rel=icon]");
const icons = [icon?.getAttribute("href"), icon?.dataset.turnIcon];

function settled() {
  const mine = yourTurn();
  document.title = (mine ? "Your turn! " : "") + title;
  icon?.setAttribute("href", (mine ? icons[1] : icons[0]) ?? "");
  clock();
  arrange();
  giveSeed();
}

// ---- clocks ----

let ahead = 0; // how far the house's clock is ahead of ours, in milliseconds
/** @type {string | undefined} */
let clockedAt;

function clock() {
  const t = table();
  if (t?.dataset.now && t.dataset.now !== clockedAt) {
    clockedAt = t.dataset.now;
    ahead = Number(clockedAt) - Date.now();
  }
  for (const e of all("[data-deadline]", t ?? document)) {
    if (e === t) continue;
    const left = Math.max(0, Math.ceil((Number(e.dataset.deadline) - Date.now() - ahead) / 1000));
    e.dataset.left = left >= 3600 ? Math.ceil(left / 3600) + " h" : left >= 100 ? Math.ceil(left / 60) + " min" : left + " s";
    e.toggleAttribute("data-hurry", left <= 10);
  }
}

// ---- forms ----

const random = (/** @type {number} */ bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, "0")).join("");
/** @type {Set<() => void>} */
const waiting = new Set();
/** Waits so long, or until there is reason to hope that the house can be reached.
 * @param {number} ms
 * @returns {Promise<void>} */
const pause = (ms) =>
  new Promise((done) => {
    const end = () => (waiting.delete(end), done());
    waiting.add(end);
    setTimeout(end, ms);
  });
const hope = () => [...waiting].forEach((end) => end());

/**
 * Posts a form until the house has said yes or no. The same key goes with every try, so
 * that it counts once.
 * @param {string} address
 * @param {URLSearchParams} fields
 * @returns {Promise<string>} "" or why not
 */
async function post(address, fields) {
  if (!fields.has("key")) fields.set("key", random(12));
  if (pocket) return pocket.post(address, fields);
  const end = Date.now() + 60000;
  for (let wait = 300; ; wait = Math.min(wait * 1.6, 3000)) {
    try {
      const answer = await fetch(address, {
        method: "POST", body: fields, headers: { Accept: "text/plain" },
        signal: AbortSignal.timeout?.(10000),
      });
      if (answer.ok) return "";
      if (answer.status !== 502 && answer.status !== 503 && answer.status !== 504) return (await answer.text()) || "That did not work.";
    } catch {
      // no network, or no answer: nobody knows whether it counted; the key does
    }
    if (Date.now() > end) return "The house cannot be reached. Nothing was lost; try again.";
    if (wait > 700) toast("Waiting for the house…", true);
    await pause(wait);
  }
}

let sending = 0;

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function send(form, button) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) fields.append(name, String(value));
  button?.setAttribute("data-sent", "");
  sending++;
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const before = table()?.dataset.seq;
  const why = await post(address, fields);
  sending--;
  button?.removeAttribute("data-sent");
  if (why) toast(why);
  else {
    toast("");
    for (const e of all('input[name="text"]', form)) /** @type {HTMLInputElement} */ (e).value = "";
    button?.closest("details.menu")?.removeAttribute("open");
    if (address.endsWith("/sit")) feedAgain(); // who asks may be known only from now on
    setTimeout(() => {
      if (table()?.dataset.seq === before) feedAgain(); // the stream should have told
    }, 1500);
  }
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {SubmitEvent} */ (event).submitter;
  if (form.method !== "post" || !form.closest("#table[data-table]")) {
    const start = form.elements.namedItem("start");
    if (start instanceof HTMLInputElement && button?.dataset.action === "play-now") start.value = "later";
    if (button?.dataset.move && button.getAttribute("aria-disabled") !== "true") lesson(event, new FormData(form, button).get("word"));
    return;
  }
  event.preventDefault();
  if (button?.getAttribute("aria-disabled") === "true") return refuse(button);
  if (button?.hasAttribute("data-sent")) return;
  if (button?.dataset.move && !sure(button)) return;
  send(form, button);
});

/**
 * Answers a move in a lesson as the house would.
 * @param {Event} event
 * @param {FormDataEntryValue | null} word
 */
function lesson(event, word) {
  const answers = /** @type {HTMLTemplateElement | null} */ (find("#answers"));
  if (!answers) return;
  const list = all("p", answers.content);
  const answer = list.find((p) => p.dataset.word === word) ?? list.find((p) => p.hasAttribute("data-rest"));
  if (word === answers.dataset.word || answer) event.preventDefault();
  if (word === answers.dataset.word) return location.assign(answers.dataset.next ?? "");
  if (!answer) return;
  const say = document.createElement("p");
  say.className = "objection";
  say.role = "alert";
  say.append(...answer.cloneNode(true).childNodes);
  for (const e of all(".objection, .happened")) e.remove();
  find(".ask")?.before(say);
  say.scrollIntoView({ block: "nearest" });
}

/** Says why a control does nothing now. @param {HTMLElement} button */
function refuse(button) {
  const why = button.dataset.why ?? /** @type {HTMLElement | null} */ (button.closest("[data-why]"))?.dataset.why ?? "";
  toast(why);
  if (!still()) button.animate([{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "0" }], 180);
}

/** Whether a tap is meant: with confirmation the second one is. @param {HTMLElement} button */
function sure(button) {
  if (!setting("confirm") || button.hasAttribute("data-picked")) {
    button.removeAttribute("data-picked");
    return true;
  }
  for (const e of all("[data-picked]")) e.removeAttribute("data-picked");
  button.setAttribute("data-picked", "");
  announce("Once more to confirm: " + (button.getAttribute("aria-label") ?? button.textContent));
  return false;
}

// ---- seeds of shuffles, and games that start at once ----

let seededFor = "";

/** Adds this browser's randomness to the shuffle, after the house has committed to its own. */
async function giveSeed() {
  const t = table();
  const commitment = pocket ? "" : t?.dataset.seedFor;
  const now = location.hash === "#now";
  if (!t || !commitment || commitment === seededFor) {
    if (now && t?.dataset.phase !== "open") history.replaceState(null, "", location.pathname);
    return;
  }
  seededFor = commitment;
  const at = base + "/t/" + t.dataset.table;
  const fields = new URLSearchParams({ seed: random(32) });
  if (now) {
    history.replaceState(null, "", location.pathname);
    const why = await post(at + "/start", fields);
    if (why) toast(why);
    return;
  }
  await post(at + "/seed", fields); // an earlier tab may have given one; that is as good
}

// ---- the hand as its owner arranged it, and cards that are dragged ----

const orderKey = () => {
  const t = table();
  return t && "saloon-hand-" + t.dataset.table;
};

function arrange() {
  const hand = find("#hand");
  const key = orderKey();
  if (!hand || !key) return;
  /** @type {string[]} */
  const order = JSON.parse(sessionStorage.getItem(key) ?? "[]");
  if (order.length === 0) return;
  const cards = all("[data-card]", hand);
  if (cards.some((e) => !order.includes(e.dataset.card ?? ""))) {
    sessionStorage.removeItem(key); // another hand
    return;
  }
  const sorted = [...cards].sort((a, b) => order.indexOf(a.dataset.card ?? "") - order.indexOf(b.dataset.card ?? ""));
  const focus = document.activeElement;
  const places = cards.map(() => document.createComment(""));
  cards.forEach((e, i) => e.replaceWith(places[i]));
  places.forEach((p, i) => p.replaceWith(sorted[i]));
  if (focus instanceof HTMLElement && hand.contains(focus)) focus.focus({ preventScroll: true });
  if (cards.length > 1 && !find("[data-sort]", hand)) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button quiet", textContent: "Sort by color" });
    button.dataset.sort = "";
    hand.append(button);
  }
}

/**
 * Puts a card of the hand at another place, for as long as the hand lasts.
 * @param {HTMLElement} card
 * @param {number} to
 */
function putAt(card, to) {
  const key = orderKey();
  const cards = all("[data-card]", card.closest("#hand") ?? document);
  if (!key || to < 0 || to >= cards.length) return;
  const order = cards.filter((e) => e !== card).map((e) => e.dataset.card ?? "");
  order.splice(to, 0, card.dataset.card ?? "");
  sessionStorage.setItem(key, JSON.stringify(order));
  arrange();
}

/** @type {{card: HTMLElement, x: number, y: number, moved: boolean} | null} */
let drag = null;

document.addEventListener("pointerdown", (event) => {
  const card = /** @type {HTMLElement} */ (event.target).closest?.("#hand [data-card]");
  if (card instanceof HTMLElement && table() && event.button === 0) drag = { card, x: event.clientX, y: event.clientY, moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  if (!drag.moved && Math.hypot(dx, dy) < 12) return;
  drag.moved = true;
  drag.card.style.translate = dx + "px " + dy + "px";
  drag.card.toggleAttribute("data-drag", true);
});
document.addEventListener("pointercancel", () => endDrag());
document.addEventListener("pointerup", (event) => {
  if (!drag?.moved) return endDrag();
  const { card } = drag;
  endDrag();
  // The click that may follow is none.
  const swallow = (/** @type {Event} */ e) => (e.preventDefault(), e.stopPropagation());
  addEventListener("click", swallow, true);
  setTimeout(() => removeEventListener("click", swallow, true));
  const over = document.elementsFromPoint(event.clientX, event.clientY);
  const hand = card.closest("#hand");
  if (!over.includes(/** @type {Element} */ (hand))) {
    if (!over.some((e) => e.matches("#trick, #piles, #action"))) return;
    if (card.dataset.move && card instanceof HTMLButtonElement) card.form?.requestSubmit(card);
    else refuse(card);
    return;
  }
  const target = over.find((e) => e instanceof HTMLElement && e !== card && e.matches("#hand [data-card]"));
  if (!target || !hand) return;
  putAt(card, all("[data-card]", hand).indexOf(/** @type {HTMLElement} */ (target)));
});

function endDrag() {
  drag?.card.style.removeProperty("translate");
  drag?.card.removeAttribute("data-drag");
  drag = null;
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = target.closest("button, a");
  if (button instanceof HTMLButtonElement && button.getAttribute("aria-disabled") === "true" && table()?.contains(button)) {
    event.preventDefault();
    refuse(button);
  }
  if (button instanceof HTMLElement && button.dataset.sort !== undefined) {
    const key = orderKey();
    if (key) sessionStorage.removeItem(key);
    feedAgain();
  }
  if (button instanceof HTMLElement && button.dataset.copy) share(button.dataset.copy);
  for (const menu of all("details.menu[open]")) if (!menu.contains(target)) menu.removeAttribute("open");
});

/** @param {string} link */
async function share(link) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url: link });
    else {
      await navigator.clipboard.writeText(link);
      toast("The link is copied. Send it to a friend.");
    }
  } catch {
    toast("Copy it from here: " + link, true);
  }
}

// ---- keys ----

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input, select, textarea")) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.key === "Escape") for (const menu of all("details.menu[open]")) menu.removeAttribute("open");
  if (!step) return;
  const group = target.closest("form")?.closest("#hand, #action, #piles");
  if (group && event.shiftKey && target.dataset.card) {
    putAt(target, all("[data-card]", group).indexOf(target) + step);
    event.preventDefault();
  } else if (group) {
    const buttons = all("button", group);
    buttons[(buttons.indexOf(target) + step + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
  } else if (!table()) {
    find(step < 0 ? "a[rel=prev]" : "a[rel=next]")?.click();
  }
});

// ---- the stream ----

/** Asks for the whole table again. */
let feedAgain = () => {};

/**
 * @param {string} kind
 * @param {string} data
 */
function receive(kind, data) {
  if (kind === "table") {
    update(data);
    hope();
  }
  if (kind === "down") toast("The house cannot be reached. This page comes back by itself.", true);
  if (kind === "up") {
    if (find("#toast[data-stay]")) toast(""); // not what a move was told meanwhile
    hope();
  }
  if (kind === "gone") location.reload(); // the page says why
}

function connect() {
  if (pocket) {
    pocket.watch((kind, html) => (kind === "shown" ? settled() : receive(kind, html)));
    return;
  }
  const id = table()?.dataset.table;
  const script = find("script[data-live]")?.getAttribute("src");
  if (!id || !script) return;
  let hiddenAt = 0;
  if ("SharedWorker" in window) {
    const worker = new SharedWorker(script, { name: "saloon" });
    const tell = (/** @type {object} */ words) => worker.port.postMessage({ base, table: id, ...words });
    worker.port.onmessage = ({ data }) => receive(data.kind, data.text);
    tell({});
    feedAgain = () => tell({ again: true });
    addEventListener("pagehide", () => tell({ bye: true }));
    addEventListener("pageshow", (event) => event.persisted && tell({}));
    setInterval(() => tell({}), 30000);
  } else {
    const feed = new /** @type {any} */ (globalThis).Feed(base);
    const watch = () => feed.add("page", id, receive);
    watch();
    feedAgain = watch;
    setInterval(() => (feed.pages.has("page") ? feed.alive("page") : watch()), 30000);
    addEventListener("pagehide", () => feed.remove("page"));
    addEventListener("pageshow", (event) => event.persisted && watch());
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > 3000) feedAgain();
  });
  document.addEventListener("resume", () => feedAgain());
  addEventListener("online", () => {
    feedAgain();
    hope();
  });
  setInterval(clock, 500);
}

connect();
settled();

// ---- without a network ----

// What the house's pages need is kept on the device, once this one has all it wants.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    setTimeout(async () => {
      const r = await navigator.serviceWorker.register(base + "/sw.js").catch(() => undefined);
      // A version that waits may come in now that this page is fresh: it is of that version.
      r?.waiting?.postMessage("now");
    }, 2000);
  });
}
