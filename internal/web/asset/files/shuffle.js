// Check the shuffle: repeats every shuffle of a game from its seeds, in this browser,
// and compares them with the record. The scheme is described in docs/fairness.md; this
// file shares no code with the program that dealt the cards.
{
  /**
   * @typedef {{scheme: string, table: string, commitment: string, serverSeed: string, clientSeeds: string[]}} Proof
   * @typedef {{game: string, players: number, options?: {[name: string]: unknown}, events: string[], fair?: Proof}} Game
   * @typedef {{number: number, name: string, was: string, right: string}} Deal
   */

  const scheme = "saloon-fair/1";
  const ranges = [[0, 10], [11, 20], [21, 29], [31, 38], [41, 47], [51, 56], [61, 65], [71, 74]];
  const kinds = "A3KQ"; // the order in which hand and river are listed before a draw
  const utf8 = new TextEncoder();

  /** @param {string} text */
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

  /** @param {Uint8Array} data */
  const hex = (data) => Array.from(data, (b) => b.toString(16).padStart(2, "0")).join("");

  /**
   * A number in 4 or 8 bytes, big-endian.
   * @param {number} n
   * @param {4 | 8} size
   */
  const count = (n, size) => {
    const view = new DataView(new ArrayBuffer(size));
    view.setUint32(size - 4, n % 2 ** 32);
    if (size === 8) view.setUint32(0, Math.floor(n / 2 ** 32));
    return new Uint8Array(view.buffer);
  };

  /** @param {Uint8Array[]} parts */
  const join = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

  /** @param {Uint8Array} data */
  const field = (data) => join([count(data.length, 4), data]);

  /**
   * HMAC-SHA256 with a key.
   * @param {Uint8Array} key
   * @returns {Promise<(message: Uint8Array) => Promise<Uint8Array>>}
   */
  const hmac = async (key) => {
    const raw = Uint8Array.from(key);
    const made = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", made, Uint8Array.from(message)));
  };

  /**
   * Draws things from a pool, in order and without replacement, as the chance event
   * with that number does.
   * @template T
   * @param {Proof} proof
   * @param {number} event
   * @param {T[]} pool
   * @param {number} take
   */
  const draw = async (proof, event, pool, take) => {
    const seeds = proof.clientSeeds.map(unhex);
    const message = join([
      field(utf8.encode(scheme)), field(utf8.encode(proof.table)), count(event, 8), count(seeds.length, 8), ...seeds.map(field),
    ]);
    const key = await (await hmac(unhex(proof.serverSeed)))(message);
    const stream = await hmac(key);
    const things = [...pool];
    let used = 0;
    /** @type {DataView} */
    let block = new DataView(new ArrayBuffer(0));
    for (let i = 0; i < take; i++) {
      const n = things.length - i;
      const limit = Math.floor(2 ** 32 / n) * n;
      let word;
      do {
        if (used % 8 === 0) block = new DataView((await stream(count(used / 8, 8))).buffer);
        word = block.getUint32((used++ % 8) * 4);
      } while (word >= limit);
      const j = i + (word % n);
      [things[i], things[j]] = [things[j], things[i]];
    }
    return things.slice(0, take);
  };

  /**
   * @param {Game} game
   * @param {Proof} proof
   * @returns {AsyncGenerator<Deal>}
   */
  const texas = async function* (game, proof) {
    const deck = ranges.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, i) => low + i))
      .filter((card) => game.players > 3 || (card >= 11 && card <= 65));
    const size = deck.length / game.players;
    let hand = 0;
    for (const [i, was] of game.events.entries()) {
      if (!was.startsWith("deal")) continue;
      const cards = await draw(proof, i + 1, deck, deck.length);
      const hands = Array.from({ length: game.players }, (_, seat) =>
        cards.slice(seat * size, (seat + 1) * size).sort((a, b) => a - b).join(","));
      yield { number: i + 1, name: `the deal of hand ${++hand}`, was, right: "deal " + hands.join("/") };
    }
  };

  /** @param {string} a @param {string} b */
  const byKind = (a, b) => kinds.indexOf(a) - kinds.indexOf(b);

  /**
   * Who lost a round, and so draws, follows from the events.
   * @param {Game} game
   * @param {Proof} proof
   * @returns {AsyncGenerator<Deal>}
   */
  const raincheck = async function* (game, proof) {
    const owned = [[...kinds], [...kinds]];
    /** @type {string[]} */
    const river = [];
    /** @type {string[][]} the two stacks and the river, each with its top last */
    let piles = [[], [], []];
    let begins = 0;
    let turn = 0;
    let round = 1;
    let card = "";
    for (const [i, was] of game.events.entries()) {
      const [word, what = ""] = was.split(" ");
      const number = i + 1;
      switch (word) {
        case "start": {
          const first = game.options?.first;
          [begins] = await draw(proof, number, typeof first === "number" ? [first] : [0, 1], 1);
          turn = begins;
          yield { number, name: "who begins", was, right: `start ${begins}` };
          break;
        }
        case "stack":
          piles[turn].push(what);
          turn = 1 - turn;
          break;
        case "bet":
        case "fold": // after the fold: whoever made the highest bet
          turn = 1 - turn;
          break;
        case "flip":
          card = piles[what === "own" ? turn : what === "opp" ? 1 - turn : 2].pop() ?? "";
          break;
        case "lose": {
          const loser = card === "A" ? turn : 1 - turn;
          const [lost] = await draw(proof, number, [...owned[loser]].sort(byKind), 1);
          yield { number, name: `the card lost in round ${round}`, was, right: `lose ${lost}` };
          owned[loser] = owned[loser].filter((own) => own !== lost);
          river.push(lost);
          break;
        }
        case "river": {
          const order = await draw(proof, number, [...river].sort(byKind), river.length);
          yield { number, name: `the river of round ${++round}`, was, right: "river " + order.join(",") };
          begins = turn = 1 - begins;
          piles = [[], [], order.reverse()];
          break;
        }
      }
    }
  };

  /**
   * Says what is wrong with a game's proof, "" if nothing is.
   * @param {Game} game
   */
  const flaw = async (game) => {
    const proof = game.fair;
    if (!proof) return "The record has no seeds, so its shuffles cannot be repeated.";
    if (proof.scheme !== scheme) return `The scheme is ${proof.scheme}, but this page knows ${scheme} only.`;
    if (!/^[0-9a-f]{64}$/.test(proof.serverSeed)) return "The server seed is not 64 hex digits.";
    const table = utf8.encode(proof.table).length;
    if (table < 1 || table > 255) return "The table’s id must have 1 to 255 bytes.";
    if (proof.clientSeeds.length !== game.players) return "There must be one client seed for each player.";
    if (!proof.clientSeeds.every((seed) => /^([0-9a-f]{2}){0,64}$/.test(seed))) return "A client seed has at most 64 bytes, in hex.";
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", unhex(proof.serverSeed)));
    if (hex(sum) !== proof.commitment) return "The server seed is not the one that was committed to.";
    return "";
  };

  /**
   * Repeats all shuffles of a game. What is wrong beside the deals themselves is said
   * in flaw, "" if nothing is.
   * @param {Game} game
   * @returns {Promise<{flaw: string, deals: Deal[]}>}
   */
  const checkShuffle = async (game) => {
    /** @type {Deal[]} */
    const deals = [];
    try {
      const wrong = await flaw(game);
      if (wrong) return { flaw: wrong, deals };
      const check = game.game === "texas" ? texas : game.game === "raincheck" ? raincheck : null;
      if (!check || !game.fair) return { flaw: `This page does not know the shuffles of ${game.game}.`, deals };
      for await (const deal of check(game, game.fair)) deals.push(deal);
      return { flaw: deals.length ? "" : "There is no shuffle in this record.", deals };
    } catch (err) {
      return { flaw: `The record cannot be followed (${err}).`, deals };
    }
  };
  Object.assign(globalThis, { checkShuffle });

  /**
   * @param {Element} box
   * @param {string} tag
   * @param {string} text
   * @param {string} [kind]
   */
  const add = (box, tag, text, kind) => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (kind) made.className = kind;
    box.append(made);
    return made;
  };

  /** @param {HTMLElement} box */
  const show = async (box) => {
    /** @param {string} text @param {string} kind */
    const say = (text, kind) => {
      box.replaceChildren();
      add(box, "p", text, "finding " + kind).setAttribute("role", "status");
    };
    if (!globalThis.crypto?.subtle) {
      say("Your browser computes nothing here, because this page came over plain http: WebCrypto is there over https or on localhost only. " +
        "Download the record and run: saloon verify " + box.dataset.file, "unknown");
      return;
    }
    say("Your browser repeats the shuffles …", "unknown");
    /** @type {Game} */
    let game;
    try {
      const answer = await fetch(box.dataset.record ?? "");
      if (!answer.ok) throw new Error(`the house answered ${answer.status}`);
      game = await answer.json();
    } catch (err) {
      say(`The record could not be had (${err}). Reload the page to try again.`, "unknown");
      return;
    }
    const found = await checkShuffle(game);
    const bad = found.deals.filter((deal) => deal.was !== deal.right).length;
    const all = found.deals.length === 1 ? "the one shuffle" : `all ${found.deals.length} shuffles`;
    if (found.flaw) say(found.flaw, "bad");
    else if (bad) say(`${bad} of ${found.deals.length} shuffles are not what the seeds make.`, "bad");
    else say(`The commitment fits, and ${all} came out just as the seeds make them.`, "good");
    const list = add(box, "ol", "", "deals");
    for (const deal of found.deals) {
      const same = deal.was === deal.right;
      const item = add(list, "li", "", same ? "good" : "bad");
      add(item, "b", same ? "✓ " : "✗ ").setAttribute("aria-hidden", "true");
      add(item, "span", same ? "Right: " : "Wrong: ", "aside");
      const words = add(item, "span", `Event ${deal.number}, ${deal.name}: ${same ? "as the seeds make it" : "the seeds make something else"}. `);
      add(words, "code", deal.was);
      if (!same) {
        words.append(" By the seeds: ");
        add(words, "code", deal.right);
      }
    }
  };

  const box = globalThis.document?.getElementById("check");
  if (box) void show(box);
}
