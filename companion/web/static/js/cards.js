// Playing cards of our own drawing: a corner with code, colour and pattern, a street with this
// house lit, how many make the set, and what it is worth. Colour is never the only mark.

import { el, svg } from "./dom.js";
import { t } from "./texts.js";

const INKS = {
  brown: "amber", purple: "plum", magenta: "rose", pink: "rose", light_blue: "sky", orange: "amber", red: "brick",
  yellow: "lemon", green: "leaf", dark_blue: "navy", railroads: "rail", utilities: "works",
};
const BRIGHT = new Set(["sky", "amber", "lemon", "works"]); // dark letters stand on these
const PATTERNS = [
  (n) => `M${9 * n} 0l-10 24`,
  (n) => `M${9 * n} 0v24`,
  (n) => `M${9 * n} 24l5-12 5 12`,
  (n) => `M${9 * n} 12h4`,
];
const [WIDE, HIGH] = [100, 140];

/** A few letters for a name: of each word its first, of a single word two. */
export const initials = (name) => {
  const parts = name.split(/[\s-]+/).filter(Boolean);
  return parts.length > 1 ? parts.map((part) => [...part][0].toUpperCase()).join("").slice(0, 3) : [...name].slice(0, 2).join("");
};

/**
 * Draw a card's face.
 * @param {object} card  `title`, `colour` (a name, or none), `worth`, `size` of its set, `nth` of the set's cards
 */
export function drawFace({ title, colour, worth, size, nth }) {
  const ink = INKS[colour] ?? (colour ? "rail" : "plain");
  const pattern = PATTERNS[[...colour].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % PATTERNS.length];
  const lines = colour ? Array.from({ length: 12 }, (_, n) => pattern(n)).join("") : "";
  return svg("g", { class: `face-${ink}${BRIGHT.has(ink) ? " bright" : ""}` },
    svg("rect", { class: "paper", width: WIDE, height: HIGH, rx: 9 }),
    svg("path", { class: "band", d: "M1 25V9a8 8 0 0 1 8-8h82a8 8 0 0 1 8 8v16z" }),
    svg("path", { class: "weft", d: lines }),
    svg("text", { class: "code", x: 8, y: 18 }, initials(title)),
    svg("text", { class: "title", x: 92, y: 18, "text-anchor": "end" }, title.length > 9 ? `${title.slice(0, 8)}…` : title),
    ...(size > 1 ? street(size, nth) : emblem()),
    svg("text", { class: "worth", x: WIDE / 2, y: 124 }, worth),
    size > 1 ? svg("text", { class: "set", x: WIDE / 2, y: 135 }, t("set of {size}", { size })) : null);
}

/** The houses of a set, this one lit, and as many dots. */
function street(size, nth) {
  const step = 80 / size;
  const house = (n) => {
    const [l, w] = [10 + step * n, step - 4];
    return svg("path", { class: n === nth ? "lit" : "unlit", d: `M${l} 66l${w / 2}-9 ${w / 2} 9v26h${-w}z` });
  };
  const all = Array.from({ length: size }, (_, n) => n);
  return [
    ...all.map(house),
    svg("path", { class: "ground-line", d: "M8 92.5h84" }),
    ...all.map((n) => svg("circle", { class: n === nth ? "lit" : "pip", cx: 50 + 13 * (n - (size - 1) / 2), cy: 104, r: 4.2 })),
  ];
}

const emblem = () => [svg("circle", { class: "lit", cx: 50, cy: 68, r: 24 }), svg("path", { class: "star-of", d: "M50 52l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1z" })];

/**
 * A hand of cards as a fan; a tapped card stands out.
 * @param {Array} cards  as `drawFace` takes them
 * @param {(at: number) => void} onCard  a card is tapped
 */
export function fan(cards, onCard = () => {}) {
  const n = cards.length;
  const spread = Math.min(62, 7 * n); // degrees from the first card to the last
  const nodes = cards.map((card, i) => {
    const turn = n > 1 ? spread * (i / (n - 1) - 0.5) : 0;
    const shift = n > 1 ? (i / (n - 1) - 0.5) * Math.min(480, 64 * n) : 0;
    const sag = 0.0012 * shift * shift;
    const node = svg("g", { class: "laidcard", role: "listitem", "aria-label": [card.title, card.worth].join(", "), transform: `translate(${300 + shift - WIDE / 2} ${30 + sag}) rotate(${turn} ${WIDE / 2} ${HIGH})` }, drawFace(card));
    node.addEventListener("click", () => {
      for (const other of nodes) other.classList.toggle("up", other === node && !node.classList.contains("up"));
      onCard(i);
    });
    return node;
  });
  return el("div", { class: "fan" }, svg("svg", { viewBox: "0 0 600 260", role: "list", "aria-label": t("The hand") }, ...nodes));
}
