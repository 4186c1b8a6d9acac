// Draws a board of squares: one drawing, in which what is seen is what is tapped.

import { svg } from "./dom.js";

const MARKS = { d: "2L", t: "3L", q: "4L", D: "2W", T: "3W", Q: "4W" };
const STAR = "M5 1.4 6.05 3.85 8.7 4.05 6.7 5.8 7.3 8.4 5 7.05 2.7 8.4 3.3 5.8 1.3 4.05 3.95 3.85Z";

export const squareName = (row, col) => `${row + 1}${String.fromCharCode(65 + col)}`;

/** Read one cell of a state: what lies there, or null. */
export function tileOf(text) {
  if (!text) return null;
  if (text === "?") return { letter: "", blank: true };
  const blank = text === text.toLowerCase() && text !== text.toUpperCase();
  return { letter: blank ? text.toUpperCase() : text, blank };
}

/** Where a square stands in the drawing; one square is ten units, the labels take seven. */
export const place = (row, col) => `translate(${7 + 10 * col} ${7 + 10 * row})`;

/**
 * Fill an SVG with an empty board.
 * @param {SVGElement} root
 * @param {string[]} layout  one string a row
 * @param {object} texts  the words for premium squares by their marks, where they are not English
 * @returns {SVGGElement[]} the squares, row by row; the last-but-one child of each takes what lies there
 */
export function drawBoard(root, layout, texts = {}) {
  const size = layout.length;
  const side = 10 * size + 8;
  root.setAttribute("viewBox", `0 0 ${side} ${side}`);
  const labels = svg("g", { class: "labels", "aria-hidden": "true" });
  for (let n = 0; n < size; n += 1) {
    labels.append(
      svg("text", { x: 12 + 10 * n, y: 4.7 }, String.fromCharCode(65 + n)),
      svg("text", { x: 3.3, y: 13.1 + 10 * n }, String(n + 1)),
    );
  }
  const squares = [];
  const rows = layout.map((line, row) => {
    const cells = [...line].map((mark, col) => square(mark, row, col, { ...MARKS, ...texts }));
    squares.push(...cells);
    return svg("g", { role: "row" }, ...cells);
  });
  root.replaceChildren(weaves(), svg("rect", { class: "ground", x: 6.5, y: 6.5, width: 10 * size + 1, height: 10 * size + 1, rx: 1.8 }), labels, ...rows);
  return squares;
}

const BOX = { x: 0.25, y: 0.25, width: 9.5, height: 9.5, rx: 0.9 };

function square(mark, row, col, texts) {
  const kind = { "*": "D", "+": "." }[mark] ?? mark;
  const premium = kind !== ".";
  const ground = svg("g", { class: `premise f-${premium ? kind : "plain"}`, "aria-hidden": "true" }, svg("rect", BOX));
  if (premium) ground.append(svg("rect", { ...BOX, fill: `url(#weave-${kind})` }));
  if ("*+".includes(mark)) ground.append(svg("path", { class: "star", d: STAR }));
  else if (premium) ground.append(svg("text", { class: "mark", x: 5, y: 6.25 }, texts[kind]));
  return svg("g", { class: "sq", role: "gridcell", transform: place(row, col), "data-row": row, "data-col": col },
    svg("rect", { class: "hit", width: 10, height: 10 }), ground, svg("g", { class: "on", "aria-hidden": "true" }), svg("rect", { class: "ring", x: 0.2, y: 0.2, width: 9.6, height: 9.6, rx: 1.2 }));
}

/** Patterns beside the colours: nobody needs to tell two reds apart. */
function weaves() {
  const weave = (id, size, turn, shape) => svg("pattern", { id: `weave-${id}`, class: `weave f-${id}`, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: turn ? `rotate(${turn})` : null }, shape);
  const dot = (r, at) => svg("circle", { cx: at, cy: at, r });
  const bar = (width, height) => svg("rect", { width, height });
  return svg("defs", {}, weave("d", 2.5, 0, dot(0.28, 1.25)), weave("t", 2, 0, dot(0.42, 1)), weave("q", 1.6, 0, dot(0.45, 0.8)), weave("D", 2.5, 45, bar(0.5, 2.5)), weave("T", 2, -45, bar(0.7, 2)), weave("Q", 1.5, 90, bar(0.7, 1.5)));
}

/**
 * Draw a tile.
 * @param {object} look  `text`, and whether it is `last`, `proposed`, `doubtful`, `lift`, `dim`
 * @param {Map<string, number>} values  of the letters
 */
export function drawTile(look, values) {
  const { letter, blank } = tileOf(look.text);
  const kinds = ["last", "proposed", "doubtful", "lift"].filter((kind) => look[kind]);
  const value = blank ? undefined : values.get(letter);
  const length = [...letter].length;
  const node = svg("g", { class: ["tile", ...kinds, blank ? "blank" : ""].filter(Boolean).join(" ") },
    svg("rect", { class: "drop", x: 0.6, y: 0.9, width: 9, height: 9, rx: 1.3 }),
    svg("rect", { class: "face", x: 0.5, y: 0.5, width: 9, height: 9, rx: 1.3 }));
  if (blank) node.append(svg("circle", { class: "blank-ring", cx: 5, cy: 5, r: 3.7 }));
  node.append(svg("text", { class: length > 1 ? `letter l${Math.min(length, 3)}` : "letter", x: value === undefined ? 5 : 4.7, y: length > 1 ? 6.5 : 7.2 }, `${letter || "?"} `)); // apart from the value, for who listens
  if (value !== undefined) node.append(svg("text", { class: "value", x: 9, y: 8.8 }, String(value)));
  if (look.doubtful) {
    node.append(
      svg("rect", { class: "halo", x: 0.4, y: 0.4, width: 9.2, height: 9.2, rx: 1.4 }),
      svg("circle", { class: "ask", cx: 8.4, cy: 1.7, r: 1.7 }),
      svg("text", { class: "ask-text", x: 8.4, y: 2.7 }, "?"),
    );
  }
  return node;
}

/** What looks like a tile and is left out: crossed, so that nobody takes it for one. */
export const drawLeftOut = () =>
  svg("g", { class: "left-out" }, svg("rect", { x: 0.8, y: 0.8, width: 8.4, height: 8.4, rx: 1.2 }), svg("path", { d: "M2.6 2.6 7.4 7.4M7.4 2.6 2.6 7.4" }));
