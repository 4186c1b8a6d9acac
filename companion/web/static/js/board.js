// The drawn board, and the table of buttons that lies over it.

import { byId, svg } from "./dom.js";
import { estatesOf, named } from "./track.js";
import { t, tn } from "./texts.js";
import { worded } from "./wordings.js";

export const squareName = (row, col) => `${row + 1}${String.fromCharCode(65 + col)}`;

/** Read one cell of a state: what lies there, or null. */
export function tileOf(text) {
  if (!text) return null;
  if (text === "?") return { letter: "", blank: true };
  const blank = text === text.toLowerCase() && text !== text.toUpperCase();
  return { letter: blank ? text.toUpperCase() : text, blank };
}

/**
 * What was typed, as it is meant: no set has blanks for a whole word, so a word all in small
 * letters was typed without the shift key.
 */
export function meant(typed) {
  const word = typed.trim();
  return word.length > 2 && word === word.toLowerCase() ? word.toUpperCase() : word;
}

/** What looks like a tile and is left out: hatched, so that nobody takes it for one. */
const leftOut = (row, col) =>
  svg("g", { class: "left-out", transform: `translate(${7 + 10 * col} ${7 + 10 * row})` },
    svg("rect", { x: 0.8, y: 0.8, width: 8.4, height: 8.4, rx: 1.2 }),
    svg("path", { d: "M2.600 2.600 7.400 7.400M7.400 2.600 2.600 7.400" }));

export class Board {
  constructor(page, onSquare) {
    this.layout = page.layout;
    this.values = new Map(page.letters);
    this.group = byId("tiles");
    this.cursor = byId("cursor");
    this.grid = byId("grid");
    this.buttons = [...this.grid.querySelectorAll("button")];
    this.size = page.layout.length;
    this.shown = new Map();
    this.grid.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) onSquare(Number(button.dataset.row), Number(button.dataset.col));
    });
    this.grid.addEventListener("keydown", (event) => this.#walk(event));
    this.grid.addEventListener("focusin", (event) => this.#point(event.target));
    this.grid.addEventListener("focusout", () => this.cursor.setAttribute("visibility", "hidden"));
  }

  /** Draw a state. Tiles that did not change stay the same elements. */
  show(state) {
    const last = new Set(state.last);
    const lift = new Set(state.lift);
    const estates = estatesOf(state);
    const ignored = new Set(state.ignored);
    const doubts = new Map(state.doubtful.map((d) => [d.square, d.candidates]));
    const proposed = new Map((state.proposal?.tiles ?? []).map(([square, text]) => [square, text]));
    for (let row = 0; row < this.size; row += 1) {
      for (let col = 0; col < this.size; col += 1) {
        const name = squareName(row, col);
        const look = {
          name,
          text: state.cells[row][col] || proposed.get(name) || doubts.get(name)?.[0]?.[0] || "",
          last: last.has(name),
          proposed: !state.cells[row][col] && (proposed.has(name) || doubts.has(name)),
          doubtful: doubts.has(name),
          lift: lift.has(name),
          ignored: ignored.has(name),
          estate: estates.get(name)?.name ?? "",
        };
        this.#draw(row, col, look);
      }
    }
  }

  #draw(row, col, look) {
    const key = JSON.stringify(look);
    const before = this.shown.get(look.name);
    if (before?.key === key) return;
    before?.node?.remove();
    const node = look.text ? this.#tile(row, col, look, !before?.node) : look.ignored ? leftOut(row, col) : null;
    if (node) this.group.append(node);
    this.shown.set(look.name, { key, node });
    const button = this.buttons[row * this.size + col];
    button.setAttribute("aria-label", this.label(row, col, look));
    button.classList.toggle("lift", look.lift);
  }

  #tile(row, col, look, fresh) {
    const { letter, blank } = tileOf(look.text);
    const classes = ["tile", blank && "blank", look.last && "last", look.proposed && "proposed", look.doubtful && "doubtful", fresh && "fresh"];
    const node = svg("g", {
      class: classes.filter(Boolean).join(" "),
      transform: `translate(${7 + 10 * col} ${7 + 10 * row})`,
      "data-square": look.name,
    });
    node.append(
      svg("rect", { class: "drop", x: 0.6, y: 0.9, width: 9, height: 9, rx: 1.3 }),
      svg("rect", { class: "face", x: 0.5, y: 0.5, width: 9, height: 9, rx: 1.3 }),
    );
    if (blank) node.append(svg("circle", { class: "ring", cx: 5, cy: 5, r: 3.7 }));
    const size = letter.length > 2 ? " three" : letter.length === 2 ? " two" : "";
    const value = blank ? null : this.values.get(letter);
    const x = value === null || value === undefined ? 5 : 4.7;
    node.append(svg("text", { class: `letter${size}`, x, y: size ? 6.5 : 7.2 }, letter || "?"));
    if (value !== null && value !== undefined) {
      node.append(svg("text", { class: "value", x: 9, y: 8.8 }, String(value)));
    }
    if (look.doubtful) {
      node.append(
        svg("rect", { class: "halo", x: 0.1, y: 0.1, width: 9.8, height: 9.8, rx: 1.6 }),
        svg("circle", { class: "ask", cx: 8.6, cy: 1.4, r: 1.9 }),
        svg("text", { class: "ask-text", x: 8.6, y: 2.4 }, "?"),
      );
    }
    return node;
  }

  /** What a screen reader says of a square. */
  label(row, col, look) {
    const parts = [look.name];
    const tile = tileOf(look.text);
    if (tile?.blank) parts.push(tile.letter ? t("blank as {letter}", { letter: tile.letter }) : t("blank, letter not known"));
    else if (tile) {
      const points = this.values.get(tile.letter) ?? 0;
      parts.push(tn("{letter}, {points} point", "{letter}, {points} points", points, { letter: tile.letter, points }));
    } else {
      parts.push(t("empty"));
      const mark = this.layout[row][col];
      if (mark === "*" || mark === "+") parts.push(t("start square"));
      if (mark === "*") parts.push(t("double word"));
      else if (mark !== "." && mark !== "+") parts.push(worded("premium", mark));
    }
    if (look.estate) parts.push(t("marked {name}", { name: named(look.estate) }));
    if (look.last) parts.push(t("last play"));
    if (look.proposed) parts.push(t("proposed"));
    if (look.doubtful) parts.push(t("doubtful"));
    if (look.ignored) parts.push(t("left out"));
    if (look.lift) parts.push(t("lift this tile"));
    return parts.join(", ");
  }

  #walk(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -99], End: [0, 99] };
    const step = steps[event.key];
    const from = /** @type {Element} */ (event.target).closest("button");
    if (!step || !from) return;
    event.preventDefault();
    const clamp = (n) => Math.max(0, Math.min(this.size - 1, n));
    const row = clamp(Number(from.dataset.row) + step[0]);
    const col = clamp(Number(from.dataset.col) + step[1]);
    const to = this.buttons[row * this.size + col];
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  #point(button) {
    if (!button.matches?.(":focus-visible")) return;
    this.cursor.setAttribute("x", String(7 + 10 * Number(button.dataset.col)));
    this.cursor.setAttribute("y", String(7 + 10 * Number(button.dataset.row)));
    this.cursor.setAttribute("visibility", "visible");
  }
}
