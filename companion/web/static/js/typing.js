// A play laid by hand, on the board itself: a tap sets the caret, letters land where they count.
// Nothing is reckoned here: what the tiles make is asked of the program after every letter.

import { post } from "./api.js";
import { squareName, tileOf } from "./drawing.js";
import { byId, el, icon } from "./dom.js";
import { t, tn } from "./texts.js";

const LONG_MS = 450; // pressed so long, a key lays a blank
const plain = (token) => token.replace("·", "");
/** Whether fingers are at work here: then the page has keys of its own. */
const touched = () => navigator.maxTouchPoints > 0 || matchMedia("(any-pointer: coarse)").matches;

export class Typing {
  /**
   * @param {object} way  `page`, `board`, `state()`, `send(path, body, seen)`, `redraw()`, `refused(sentence)`
   */
  constructor(way) {
    this.way = way;
    this.tokens = way.page.letters.map(([token]) => token);
    this.draft = null;
    this.parts = { word: el("span", { class: "word" }), at: el("span", { class: "at" }), points: el("span", { class: "points" }), rest: el("p", { class: "parts", id: "running" }), split: el("button", { type: "button", class: "ghost", hidden: true, onclick: () => this.split() }) };
    this.body = [
      el("div", { class: "lay" }, el("span", {}, this.parts.word, " ", this.parts.at), this.parts.points),
      el("div", { class: "under" }, this.parts.rest, this.parts.split),
      ...(touched() ? [this.#pad()] : []),
    ];
    this.foot = [
      el("button", { type: "button", id: "type-cancel", onclick: () => this.cancel() }, t("Cancel")),
      el("button", { type: "button", class: "icon", id: "type-turn", "aria-label": t("Turn the direction"), onclick: () => this.turn() }, icon("M5 12h13m-5-5 5 5-5 5")),
      el("button", { type: "button", class: "icon", id: "type-back", "aria-label": t("Take back a letter"), onclick: () => this.back() }, icon("M9 6h11v12H9l-6-6zM12 10l5 4m0-4-5 4")),
    ];
    document.addEventListener("keydown", (event) => this.#anywhere(event));
  }

  get on() {
    return this.draft !== null;
  }

  /** May somebody lay tiles now, and here? */
  get may() {
    return this.way.page.host && this.way.state().actions.includes("play");
  }

  /** Set the caret; the direction stays what it was. */
  begin(row, col, down = this.draft?.down ?? false) {
    this.draft = { row, col, down, letters: [], blank: false, told: null, waits: null, seen: this.way.state().seen };
    this.#changed();
  }

  /**
   * A square is tapped.
   * @returns {boolean} whether that was for the caret
   */
  tap(row, col) {
    const { draft } = this;
    const name = squareName(row, col);
    const empty = !this.way.state().cells[row][col];
    if (!draft) {
      if (empty && this.may) this.begin(row, col);
      return empty && this.may;
    }
    const { caret, tiles } = this.laid();
    const here = caret?.row === row && caret?.col === col;
    if (here || (draft.row === row && draft.col === col)) this.turn();
    else if (!draft.letters.length) {
      if (!empty) return false;
      this.begin(row, col);
    } else if (empty && !tiles.has(name)) {
      draft.waits = { row, col };
      this.way.redraw();
    }
    return true;
  }

  /** A key on a square of the board. */
  key(row, col, event) {
    const typed = this.#typed(event);
    if (!this.on) {
      if (!this.may || (!typed && event.key !== " ")) return false;
      if (event.key === " " && this.way.state().cells[row][col]) return false;
      this.begin(row, col);
      if (event.key === " ") return true;
    } else if (!this.draft.letters.length && (this.draft.row !== row || this.draft.col !== col) && (typed || event.key === " ")) {
      this.begin(row, col);
      if (event.key === " ") return true;
    }
    return this.#press(event, typed);
  }

  #press(event, typed) {
    if (event.key === "Backspace") this.back();
    else if (event.key === "Escape") this.cancel();
    else if (event.key === " ") this.turn();
    else if (event.key === "?") this.blank();
    else if (event.key === "Enter") this.done();
    else if (typed) this.add(typed, { blank: event.shiftKey, joins: true });
    else return false;
    return true;
  }

  /** While a word is typed letters land wherever the focus is, but in no field. */
  #anywhere(event) {
    const at = /** @type {Element} */ (event.target);
    if (!this.on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at.closest("input, select, textarea, dialog, #board")) return;
    const button = at.closest("button, a, summary");
    if (button && ["Enter", " "].includes(event.key)) return;
    if (this.#press(event, this.#typed(event))) event.preventDefault();
  }

  #typed(event) {
    if ([...event.key].length !== 1) return "";
    const token = event.key.toLocaleUpperCase();
    return this.tokens.includes(token) || this.tokens.some((other) => plain(other).startsWith(token)) ? token : "";
  }

  /**
   * A letter is typed.
   * @param {string} token
   * @param {object} how  `blank`: it is one; `joins`: C and then H are the tile CH, where there is one
   */
  add(token, { blank = false, joins = false } = {}) {
    const { draft } = this;
    const before = draft.letters.at(-1);
    const both = joins && before?.joins && this.tokens.find((other) => plain(other) === plain(before.token) + token);
    if (both) draft.letters.splice(-1, 1, { token: both, blank: before.blank || blank, joins, from: [before, { token, blank, joins }] });
    else draft.letters.push({ token, blank: blank || draft.blank, joins });
    draft.blank = false;
    if (this.laid().over) draft.letters = both ? [...draft.letters.slice(0, -1), before] : draft.letters.slice(0, -1);
    this.#changed();
  }

  /** C and H are two tiles after all. */
  split() {
    const last = this.draft.letters.pop();
    this.draft.letters.push(...last.from.map((one) => ({ ...one, joins: false })));
    this.#changed();
  }

  /** The next letter is a blank, or not. */
  blank() {
    this.draft.blank = !this.draft.blank;
    this.#shown();
  }

  back() {
    if (!this.draft.letters.pop()) return this.cancel();
    return this.#changed();
  }

  turn() {
    this.draft.down = !this.draft.down;
    if (this.laid().over) this.draft.down = !this.draft.down;
    this.#changed();
  }

  cancel() {
    this.draft = null;
    this.way.refused("");
    this.way.redraw();
  }

  /**
   * Where the typed letters lie. A letter that is there already is part of the word, and so is
   * any other: the next one lands behind it.
   */
  laid() {
    const { row, col, down, letters } = this.draft;
    const { cells } = this.way.state();
    const at = (n) => ({ row: row + (down ? n : 0), col: col + (down ? 0 : n) });
    const there = (n) => cells[at(n).row]?.[at(n).col];
    const tiles = new Map();
    let n = 0;
    for (const { token, blank } of letters) {
      while (there(n) && tileOf(there(n)).letter !== token) n += 1;
      if (there(n) === undefined) return { tiles, caret: null, over: true };
      if (!there(n)) tiles.set(squareName(at(n).row, at(n).col), blank ? token.toLocaleLowerCase() : token);
      n += 1;
    }
    while (there(n) && letters.length) n += 1;
    return { tiles, caret: there(n) === undefined ? null : at(n), over: false };
  }

  /** A new state: what is typed stays, and is looked at anew. */
  follow() {
    if (!this.on) return;
    if (!this.way.state().actions.includes("play")) this.#shown();
    else this.#changed();
  }

  /** What is drawn over the board. */
  get over() {
    if (!this.on) return { typed: new Map() };
    return { typed: this.laid().tiles };
  }

  async #changed() {
    const { draft } = this;
    const tiles = [...this.laid().tiles];
    draft.told = null;
    this.#shown();
    this.#follows();
    if (!tiles.length) return;
    const asked = JSON.stringify(tiles);
    let told;
    try {
      told = (await post("/api/drafts/preview", { tiles })).preview;
    } catch (refusal) {
      told = { play: null, refused: refusal.message };
    }
    if (this.draft !== draft || JSON.stringify([...this.laid().tiles]) !== asked) return;
    draft.told = told;
    this.#shown();
    byId("said").textContent = told.play ? `${told.play.words[0].text}, ${points(told.counts)}` : told.refused;
  }

  /** The focus goes with the caret, where the keys are on the board. */
  #follows() {
    const { caret } = this.laid();
    if (caret && this.way.board.focused && this.draft.letters.length) this.way.board.focus(caret.row, caret.col);
  }

  #shown() {
    const { draft, parts } = this;
    const { caret } = this.laid();
    const { told } = draft;
    const before = { row: draft.row - (draft.down ? 1 : 0), col: draft.col - (draft.down ? 0 : 1) };
    this.way.board.mark(caret && { ...caret, down: draft.down }, told?.play ? { ...before, text: `+${told.counts}` } : null);
    const typed = draft.letters.map(({ token, blank }) => (blank ? token.toLocaleLowerCase() : token)).join("");
    const name = squareName(draft.row, draft.col);
    const place = draft.down ? `${name.slice(-1)}${name.slice(0, -1)}` : name;
    const joined = draft.letters.at(-1)?.from;
    parts.word.textContent = told?.play?.words[0].text ?? (typed || t("Type a word"));
    parts.at.textContent = `${told?.play?.coordinate ?? place} ${draft.down ? t("down") : t("across")}`;
    parts.points.textContent = told?.play ? `+${told.counts}` : "";
    parts.rest.textContent = rest(draft, told);
    parts.split.hidden = !joined;
    parts.split.textContent = joined ? t("{letters} as two tiles", { letters: joined.map(({ token }) => token).join(" ") }) : "";
    for (const key of document.querySelectorAll("#pad [data-blank]")) key.setAttribute("aria-pressed", String(draft.blank));
    this.way.redraw();
  }

  /** Send it; refused or unanswered, all of it stays. */
  async done() {
    const { draft } = this;
    if (!draft?.told?.play) return;
    const sent = await this.way.send("/api/turns", { kind: "play", tiles: [...this.laid().tiles] }, draft.seen);
    if (sent) this.draft = this.draft === draft ? null : this.draft;
    else draft.seen = this.way.state().seen;
    this.way.redraw();
  }

  #pad() {
    const key = (token, value) => {
      let timer = 0;
      let long = false;
      return el("button", {
        type: "button", class: "key", "data-key": token,
        onpointerdown: () => {
          long = false;
          timer = setTimeout(() => {
            long = true;
            this.add(token, { blank: true });
          }, LONG_MS);
        },
        onpointerup: () => clearTimeout(timer),
        onpointercancel: () => clearTimeout(timer),
        onpointerleave: () => clearTimeout(timer),
        oncontextmenu: (event) => event.preventDefault(),
        onclick: () => {
          if (!long) this.add(token);
          long = false;
        },
      }, token, " ", el("small", {}, String(value)));
    };
    const blank = el("button", { type: "button", class: "key", "data-blank": "", "aria-pressed": "false", "aria-label": t("The next letter is a blank"), onclick: () => this.blank() }, "?");
    return el("div", { id: "pad", class: "pad", role: "group", "aria-label": t("Letters") }, ...this.way.page.letters.map(([token, value]) => key(token, value)), blank);
  }

  /** The play card while a word is typed. */
  card() {
    const { told, letters, waits } = this.draft;
    if (waits) return this.#question(waits);
    const goals = this.way.state().team && told?.met ? told.met.length : null;
    return {
      key: `typing ${letters.length} ${told?.counts} ${Boolean(told?.play)}`,
      kind: "typing", title: t("Lay a word"), body: this.body, answers: this.foot,
      primary: { text: told?.play ? doneWith(told.counts, goals) : t("Type a word"), disabled: !told?.play, act: () => this.done() },
    };
  }

  /** Another word is begun while one lies uncounted. */
  #question({ row, col }) {
    const { told } = this.draft;
    const word = told?.play?.words[0].text ?? this.parts.word.textContent;
    const again = () => this.begin(row, col);
    const back = () => {
      this.draft.waits = null;
      this.way.redraw();
    };
    return {
      key: `waits ${word} ${row} ${col} ${told?.counts}`,
      kind: "ask", title: t("{word} is not counted yet", { word }),
      body: [el("p", {}, t("A new word begins on {square}. What becomes of {word}?", { square: squareName(row, col), word }))],
      answers: [el("button", { type: "button", onclick: again }, t("Take {word} back", { word })), el("button", { type: "button", onclick: back }, t("Go on with {word}", { word }))],
      primary: told?.play ? { text: t("Count {word}, {points}", { word, points: points(told.counts) }), act: async () => {
        this.draft.waits = null;
        await this.done();
        if (!this.on && this.may) again();
      } } : null,
    };
  }
}

export const points = (n) => tn("{n} point", "{n} points", n, { n });

/** What the button says that counts a play. */
export function doneWith(counts, goals = null, letter = "") {
  const what = goals === null ? points(counts) : tn("{n} goal", "{n} goals", goals, { n: goals });
  return letter ? t("Done with {letter}, {what}", { letter, what }) : t("Done, {what}", { what });
}

/** Beside the word: its cross words, why it cannot lie there, or how to go on. */
function rest(draft, told) {
  if (!draft.letters.length) return t("Tap the square again to turn the arrow.");
  if (!told) return "";
  if (!told.play || told.refused) return told.refused;
  const words = told.play.words.map(({ text, points: n }) => `${text} ${n}`);
  if (told.play.bonus) words.push(t("all tiles +{points}", { points: told.play.bonus }));
  return [words.length > 1 ? words.join(" · ") : "", told.would].filter(Boolean).join(" ");
}
