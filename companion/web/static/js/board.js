// The board of the game on the table: what lies there, what is tapped, and where the keys are.

import { initials } from "./cards.js";
import { drawBoard, drawLeftOut, drawTile, place, squareName, tileOf } from "./drawing.js";
import { byId, svg } from "./dom.js";
import { drawEstate, estatesOf, named } from "./track.js";
import { t, tn } from "./texts.js";
import { worded } from "./wordings.js";

export { squareName, tileOf };

/**
 * What was typed, as it is meant: no set has blanks for a whole word, so a word all in small
 * letters was typed without the shift key.
 */
export function meant(typed) {
  const word = typed.trim();
  return word.length > 2 && word === word.toLowerCase() ? word.toUpperCase() : word;
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -99], End: [0, 99] };
const SLIP_PX = 12; // a finger that moves further scrolls, and taps nothing
const ECHO_MS = 700; // a click that comes so soon after a tap is that tap's own

export class Board {
  /**
   * @param {object} page
   * @param {object} act  `tap(row, col)` of a square, `key(row, col, event)` of any other key: whether it was used
   */
  constructor(page, act) {
    this.layout = page.layout;
    this.values = new Map(page.letters);
    this.size = page.layout.length;
    this.act = act;
    this.root = byId("board");
    this.texts = { d: t("2L"), t: t("3L"), q: t("4L"), D: t("2W"), T: t("3W"), Q: t("4W") };
    this.squares = drawBoard(this.root, page.layout, this.texts);
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" });
    this.root.append(this.marks);
    this.shown = new Map();
    this.at = Math.floor(this.squares.length / 2);
    this.squares.forEach((node, i) => node.setAttribute("tabindex", i === this.at ? "0" : "-1"));
    this.#listen();
  }

  /** Where a square is drawn there it answers: the drawing is asked what lies under the finger. */
  #listen() {
    let press = null;
    let answered = -ECHO_MS;
    const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#board .sq") ?? null;
    this.root.addEventListener("pointerdown", (event) => {
      press = event.isPrimary && event.button === 0 ? { x: event.clientX, y: event.clientY, square: under(event) } : null;
    });
    this.root.addEventListener("pointercancel", () => (press = null));
    this.root.addEventListener("pointerup", (event) => {
      const still = press && Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLIP_PX;
      if (still && press.square) {
        answered = performance.now();
        this.#tapped(press.square);
      }
      press = null;
    });
    // The click that follows a touch would land on what the tap has opened.
    this.root.addEventListener("touchend", (event) => event.cancelable && event.preventDefault());
    this.root.addEventListener("click", (event) => {
      // Keyboards of readers and switches click without a pointer.
      if (performance.now() - answered > ECHO_MS) this.#tapped(/** @type {Element} */ (event.target).closest(".sq"));
    });
    this.root.addEventListener("keydown", (event) => this.#key(event));
  }

  #tapped(node) {
    if (!node) return;
    this.#rove(this.squares.indexOf(node));
    this.act.tap(Number(node.dataset.row), Number(node.dataset.col));
  }

  #key(event) {
    const node = /** @type {SVGGElement} */ (/** @type {Element} */ (event.target).closest(".sq"));
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, col] = [Number(node.dataset.row), Number(node.dataset.col)];
    const step = STEPS[event.key];
    if (step) {
      const clamp = (n) => Math.max(0, Math.min(this.size - 1, n));
      this.focus(clamp(row + step[0]), clamp(col + step[1]));
    } else if (!this.act.key(row, col, event)) {
      if (event.key !== "Enter") return;
      this.act.tap(row, col);
    }
    event.preventDefault();
  }

  #rove(at) {
    this.squares[this.at].setAttribute("tabindex", "-1");
    this.squares[at].setAttribute("tabindex", "0");
    this.at = at;
  }

  /** Put the focus on a square. */
  focus(row, col) {
    this.#rove(row * this.size + col);
    this.squares[this.at].focus();
  }

  get focused() {
    return this.root.contains(document.activeElement);
  }

  /**
   * Draw a state. Squares that did not change stay the same elements.
   * @param {object} state
   * @param {object} over  what is drawn over it: `typed` (square's name to tile), `dim` whether all but `bright` is
   */
  show(state, { typed = new Map(), bright = null } = {}) {
    const last = new Set(state.last);
    const lift = new Set(state.lift);
    const estates = estatesOf(state);
    const ignored = new Set(state.ignored);
    const typing = typed.size > 0;
    const doubts = new Map(state.doubtful.map((d) => [d.square, d.candidates]));
    const proposed = new Map((typing ? [] : (state.proposal?.tiles ?? [])).map(([square, text]) => [square, text]));
    const own = state.panels.some((panel) => panel.kind === "squares"); // there are no letter and word squares
    this.root.classList.toggle("own-colours", own);
    for (const [i, node] of this.squares.entries()) {
      const [row, col] = [Math.floor(i / this.size), i % this.size];
      const name = squareName(row, col);
      const lies = state.cells[row][col];
      const look = {
        name,
        text: lies || typed.get(name) || proposed.get(name) || (typing ? "" : doubts.get(name)?.[0]?.[0]) || "",
        last: last.has(name),
        proposed: !lies && (typed.has(name) || proposed.has(name) || doubts.has(name)),
        doubtful: doubts.has(name) && !typing,
        lift: lift.has(name),
        ignored: ignored.has(name),
        estate: estates.get(name) ?? null,
        dim: bright !== null && !bright.has(name),
      };
      this.#draw(node, row, col, look, own);
    }
  }

  #draw(node, row, col, look, own) {
    const key = JSON.stringify(look);
    if (this.shown.get(look.name) === key) return;
    const fresh = this.shown.size === this.squares.length && look.proposed;
    this.shown.set(look.name, key);
    const on = node.querySelector(".on");
    const parts = [];
    if (look.estate && !look.text) parts.push(drawEstate(look.estate));
    if (look.text) parts.push(drawTile(look, this.values));
    if (look.text && look.estate) parts.push(svg("rect", { class: "estate-corner", x: 0.5, y: 0.5, width: 3, height: 1.7, rx: 0.6, fill: look.estate.colour }));
    if (look.ignored && !look.text) parts.push(drawLeftOut());
    if (look.lift && !look.text) parts.push(svg("rect", { class: "to-lift", x: 0.8, y: 0.8, width: 8.4, height: 8.4, rx: 1.2 }));
    on.replaceChildren(...parts);
    on.setAttribute("class", ["on", look.dim ? "dim" : "", fresh ? "fresh" : ""].filter(Boolean).join(" "));
    node.classList.toggle("taken", Boolean(look.text));
    node.setAttribute("data-square", look.name);
    node.setAttribute("aria-label", this.label(row, col, look, own));
  }

  /**
   * Show where the next letter goes, and the score before the word.
   * @param {object|null} caret  `row`, `col`, `down`
   * @param {object|null} score  `row`, `col` (before the word; -1 is the rim), `text`
   */
  mark(caret, score = null) {
    const parts = [];
    if (caret) {
      const arrow = caret.down ? "M3 3.4h4L5 6.9z" : "M3.4 3v4L6.9 5z";
      parts.push(svg("g", { class: "caret", transform: place(caret.row, caret.col), "data-down": String(caret.down) },
        svg("rect", { x: 0.6, y: 0.6, width: 8.8, height: 8.8, rx: 1.2 }), svg("path", { d: arrow })));
    }
    if (score?.text) {
      const wide = 2.6 * score.text.length + 2;
      const x = Math.max(wide / 2 - 7, 5);
      parts.push(svg("g", { class: "pill", transform: place(Math.max(score.row, -0.55), Math.max(score.col, -0.6)) },
        svg("rect", { x: x - wide / 2, y: 2.2, width: wide, height: 5.6, rx: 2.8 }), svg("text", { x, y: 6.5 }, score.text)));
    }
    this.marks.replaceChildren(...parts);
  }

  /** What a screen reader says of a square. */
  label(row, col, look, own = false) {
    const parts = [look.name];
    const tile = tileOf(look.text);
    if (tile?.blank) parts.push(tile.letter ? t("blank as {letter}", { letter: tile.letter }) : t("blank, letter not known"));
    else if (tile) {
      const points = this.values.get(tile.letter) ?? 0;
      parts.push(tn("{letter}, {points} point", "{letter}, {points} points", points, { letter: tile.letter, points }));
    } else {
      parts.push(t("empty"));
      const mark = own ? "." : this.layout[row][col];
      if (mark === "*" || mark === "+") parts.push(t("start square"));
      if (mark === "*") parts.push(t("double word"));
      else if (mark !== "." && mark !== "+") parts.push(this.texts[mark], worded("premium", mark)); // what is written there too
    }
    if (look.estate) {
      const name = named(look.estate.name);
      parts.push(initials(name), t("marked {name}", { name })); // what is written there too
    }
    if (look.last) parts.push(t("last play"));
    if (look.proposed) parts.push(t("proposed"));
    if (look.doubtful) parts.push(t("doubtful"));
    if (look.ignored) parts.push(t("left out"));
    if (look.lift) parts.push(t("lift this tile"));
    return parts.join(", ");
  }
}
