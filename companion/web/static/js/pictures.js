// Games drawn small: boards with what lies on them, fans of cards. Our own drawings, from data.

import { svg } from "./dom.js";
import { tileOf } from "./drawing.js";

const KINDS = { d: "dl", t: "tl", q: "tl", D: "dw", T: "tw", Q: "tw", "*": "dw", "+": "plain", ".": "plain" };

/** `8H` as row and column, both from zero. */
const placeOf = (name) => [Number.parseInt(name, 10) - 1, name.toUpperCase().charCodeAt(name.length - 1) - 65];

/**
 * A board.
 *
 * @param {string[]} rows  its layout
 * @param {{ cells?: string[][] | null, last?: string[], marked?: Record<string, string>, label?: string }} [on]
 *   what lies on it, squares of the last play, colours of squares, and what it is called if it is no mere ornament
 */
export function miniBoard(rows, { cells = null, last = [], marked = {}, label = "" } = {}) {
  const size = rows.length;
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const node = svg("svg", { class: "miniboard", viewBox: `-1 -1 ${10 * size + 2} ${10 * size + 2}`, ...named });
  node.append(svg("rect", { class: "ground", x: -1, y: -1, width: 10 * size + 2, height: 10 * size + 2, rx: 3 }));
  const lately = new Set(last.map((name) => placeOf(name).join()));
  for (let row = 0; row < size; row += 1) {
    for (let col = 0; col < size; col += 1) {
      const text = cells?.[row]?.[col];
      if (text) node.append(...tile(row, col, text, lately.has(`${row},${col}`)));
      else node.append(svg("rect", { class: `sq-${KINDS[rows[row][col]] ?? "plain"}`, x: 10 * col + 0.4, y: 10 * row + 0.4, width: 9.2, height: 9.2, rx: 1 }));
    }
  }
  for (const [name, colour] of Object.entries(marked)) {
    const [row, col] = placeOf(name);
    node.append(svg("rect", { class: "marked", fill: colour, x: 10 * col + 0.4, y: 10 * row + 0.4, width: 9.2, height: 9.2, rx: 1 }));
  }
  return node;
}

function tile(row, col, text, last) {
  const { blank } = tileOf(text);
  const face = svg("rect", { class: last ? "face last" : "face", x: 10 * col + 0.3, y: 10 * row + 0.3, width: 9.4, height: 9.4, rx: 1.4 });
  return [face, svg("text", { class: `${blank ? "ltr blank" : "ltr"}${text.length > 1 ? " two" : ""}`, x: 10 * col + 5, y: 10 * row + 7.5 }, text.toUpperCase())];
}

/** The picture of an edition. */
export function gamePicture(picture) {
  if (picture.kind === "goals") return fan([-18, 0, 18], goalCard);
  if (picture.kind === "deck") return fan([-21, -7, 7, 21], streetCard);
  const cells = picture.rows.map((row) => [...row].map(() => ""));
  const middle = (picture.rows.length - 1) / 2;
  [...picture.emblem].forEach((letter, i) => (cells[middle][Math.round(middle - (picture.emblem.length - 1) / 2) + i] = letter));
  return miniBoard(picture.rows, { cells, marked: picture.marked });
}

function fan(turns, card) {
  return svg("svg", { class: "fan", viewBox: "0 0 160 120", "aria-hidden": "true" },
    ...turns.map((turn, i) => svg("g", { transform: `translate(80 150) rotate(${turn}) translate(-27 -132)` }, ...card(i))));
}

const frame = (top) => [svg("rect", { class: "cardface", width: 54, height: 78, rx: 6 }), svg("path", { class: top, d: "M0 6a6 6 0 0 1 6-6h42a6 6 0 0 1 6 6v14H0z" })];

const goalCard = (i) => [...frame("top-goal"), svg("path", { class: "goalmark", d: ["M16 44h22", "M15 45l9 9 16-19", "M27 34v22m-11-11h22"][i] })];

const GROUPS = ["sky", "brick", "lemon", "leaf"];

const streetCard = (i) => [
  ...frame(`top-${GROUPS[i]}`),
  svg("path", { class: `house-${GROUPS[i]}`, d: "M17 58V44l10-9 10 9v14z" }),
  svg("path", { class: "rule", d: "M14 66h26" }),
];
