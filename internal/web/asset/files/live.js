// @ts-check
// Keeps one stream open for all pages of this browser and hands each page what it is
// sent of its table. As a shared worker it serves every tab, so that a browser that
// allows six connections to a house shows any number of tables; where there are no
// shared workers each page runs it by itself.

/** How long nothing may come before the stream is taken for dead: the house sends a
 * beat every ten seconds. */
const SILENCE = 25000;
/** How long a page may be silent before its table is given up. */
const ABSENCE = 200000;

/**
 * A page that is shown what happens at one table.
 * @typedef {{table: string, seen: number, tell: (kind: string, data: string) => void}} Page
 */

class Feed {
  /** @param {string} base the path under which the house is reached */
  constructor(base) {
    this.base = base;
    /** @type {Map<unknown, Page>} */
    this.pages = new Map();
    /** @type {EventSource | null} */
    this.source = null;
    this.heard = 0;
    this.checked = Date.now();
    this.tries = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    setInterval(() => this.check(), 5000);
  }

  /**
   * @param {unknown} key of the page
   * @param {string} table
   * @param {Page["tell"]} tell
   */
  add(key, table, tell) {
    this.pages.set(key, { table, seen: Date.now(), tell });
    this.open(30);
  }

  /** @param {unknown} key */
  remove(key) {
    this.pages.delete(key);
    if (this.pages.size === 0) this.close();
  }

  /** @param {unknown} key */
  alive(key) {
    const page = this.pages.get(key);
    if (page) page.seen = Date.now();
  }

  close() {
    clearTimeout(this.soon);
    this.source?.close();
    this.source = null;
  }

  /**
   * Opens the stream anew, all tables whole, in so many milliseconds.
   * @param {number} wait
   */
  open(wait) {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.connect(), wait);
  }

  connect() {
    this.source?.close();
    this.source = null;
    const tables = new Set([...this.pages.values()].map((page) => page.table));
    if (tables.size === 0) return;
    const query = [...tables].slice(-16).map((t) => "t=" + encodeURIComponent(t)).join("&");
    const source = new EventSource(this.base + "/live?" + query);
    this.source = source;
    this.heard = Date.now();
    source.addEventListener("table", (event) => {
      this.listen();
      const id = /data-table="(\w+)"/.exec(event.data);
      if (id) this.tell(id[1], "table", event.data);
    });
    source.addEventListener("gone", (event) => this.tell(event.data, "gone", ""));
    source.addEventListener("beat", () => this.listen());
    source.addEventListener("bye", () => this.lost(source, 300 + Math.random() * 500));
    source.onerror = () => this.lost(source, Math.min(300 + 100 * this.tries, 1000) + Math.random() * 300);
    source.onopen = () => this.listen();
    // A connection may be one that the network has forgotten: it never opens.
    setTimeout(() => {
      if (source.readyState === EventSource.CONNECTING) this.lost(source, 0);
    }, Math.min(1600 + 1500 * this.tries, 10000));
  }

  /** Something has come. */
  listen() {
    this.heard = Date.now();
    if (this.tries > 0) this.tell("", "up", "");
    this.tries = 0;
  }

  /**
   * @param {EventSource} source
   * @param {number} wait
   */
  lost(source, wait) {
    if (source !== this.source) return;
    source.close();
    this.source = null;
    this.tries++;
    if (this.tries > 1) this.tell("", "down", "");
    this.open(wait);
  }

  /**
   * @param {string} table or "" for the pages of all tables
   * @param {string} kind
   * @param {string} data
   */
  tell(table, kind, data) {
    for (const page of this.pages.values()) {
      if (table === "" || page.table === table) page.tell(kind, data);
    }
  }

  check() {
    const now = Date.now();
    if (now - this.checked > 30000) {
      // All have slept, the pages too: nobody was silent, and the stream is old.
      for (const page of this.pages.values()) page.seen = now;
      this.open(0);
    }
    this.checked = now;
    for (const [key, page] of this.pages) {
      if (now - page.seen > ABSENCE) this.remove(key);
    }
    if (this.source && now - this.heard > SILENCE) this.lost(this.source, 0);
  }
}

/** @type {any} */
const scope = globalThis;
if ("onconnect" in scope) {
  /** @type {Feed | undefined} */
  let feed;
  scope.onconnect = (/** @type {MessageEvent} */ event) => {
    const port = event.ports[0];
    port.onmessage = ({ data }) => {
      feed ??= new Feed(data.base ?? "");
      if (data.bye) feed.remove(port);
      // Also a page that was given up because it had been frozen for long.
      else if (!feed.pages.has(port)) feed.add(port, data.table, (kind, text) => port.postMessage({ kind, text }));
      else if (data.again) feed.open(0);
      feed.alive(port);
    };
  };
} else {
  scope.Feed = Feed;
}
