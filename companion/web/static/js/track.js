// A track of spaces with its tokens, drawn as a ring of any length; in its middle what a tapped
// space is, or the one stood on.

import { initials } from "./cards.js";
import { el, svg } from "./dom.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

const CELL = 20;
const MARKS = { go: "GO", chance: "?", chest: "▤", jail: "▦", go_to_jail: "→▦", free_parking: "P", move_to: "→", pay: "−$", collect: "+$" };
const COLOURS = ["red", "blue", "green", "yellow", "purple", "black"];

let tapped = null;

const INKS = { red: "#c8372d", blue: "#2f6fd0", green: "#2e8b45", yellow: "#e0a800", pink: "#d0579b", purple: "#8a4fb0", orange: "#d97716" };

/** The colour that the real board has on a square: its name, or nothing. */
function coloursOf(state) {
  const found = new Map();
  for (const panel of state.panels.filter((one) => one.kind === "squares")) {
    for (const [colour, squares] of panel.rows) for (const square of squares.split(" ")) found.set(square, { name: colour, colour: INKS[colour] ?? "#888888" });
  }
  return found;
}

/** The property that lies on a square of the word board: its name and colour, or nothing. */
export function estatesOf(state) {
  const found = coloursOf(state);
  for (const panel of state.panels.filter((one) => one.kind === "estates")) {
    for (const [, name, , , squares, colour] of panel.rows) for (const square of squares.split(" ")) found.set(square, { name, colour });
  }
  return found;
}

export const named = (name) => (worded("colour", name) ?? name);
/** The mark of a property on a square of the word board. */
export const drawEstate = ({ name, colour }) =>
  svg("g", { class: "estate" },
    svg("rect", { class: "estate-face", x: 0.7, y: 0.7, width: 8.6, height: 8.6, rx: 1, fill: colour }),
    svg("rect", { class: "estate-name", x: 1.7, y: 3.3, width: 6.6, height: 4, rx: 0.8 }),
    svg("text", { x: 5, y: 6.4 }, initials(named(name))));

export function track(panel, state, colours) {
  const spaces = panel.rows.map(([, name, kind, colour, rent, holder, here]) => ({
    name, kind, colour, rent,
    holder: holder ? Number(holder) - 1 : null,
    here: here.split(" ").filter(Boolean).map((seat) => Number(seat) - 1),
  }));
  const { places, wide, high } = ring(spaces.length);
  const drawn = svg("svg", { class: "track", viewBox: `0 0 ${wide * CELL} ${high * CELL}`, role: "img", "aria-label": label(spaces, state) });
  const middle = el("div", { class: "middle", role: "status" });
  const seat = (i) => colours[i] || COLOURS[i % COLOURS.length];
  const show = (at) => {
    tapped = at;
    middle.replaceChildren(...told(spaces[at], state));
    drawn.querySelectorAll(".space").forEach((node, i) => node.classList.toggle("chosen", i === at));
  };
  drawn.append(...spaces.map((space, i) => drawSpace(space, places[i], i, seat, show)));
  drawn.append(...spaces.map((space, i) => tokens(space, places[i], state, seat)));
  const stood = spaces.findIndex((space) => space.here.includes(state.on_turn));
  show(tapped !== null && tapped < spaces.length ? tapped : Math.max(0, stood));
  tapped = null; // a tap lasts until the next state
  const all = el("ol", { class: "sr" }, ...spaces.map((space) => el("li", {}, sentence(space, state))));
  return el("div", { class: "ring" }, drawn, middle, all);
}

/** Where each space stands: clockwise from the bottom right, as on the printed game. */
function ring(count) {
  const half = Math.ceil(count / 2) + 2; // columns and rows together
  const wide = Math.max(2, Math.ceil(half / 2));
  const high = Math.max(2, half - wide);
  /** @type {[number, number][]} */
  const places = [];
  for (let x = wide - 1; x > 0; x -= 1) places.push([x, high - 1]);
  for (let y = high - 1; y > 0; y -= 1) places.push([0, y]);
  for (let x = 0; x < wide - 1; x += 1) places.push([x, 0]);
  for (let y = 0; y < high - 1; y += 1) places.push([wide - 1, y]);
  return { places, wide, high };
}

function drawSpace(space, [x, y], at, seat, show) {
  const mark = MARKS[space.kind] ?? (space.rent ? space.rent.replace("$", "") : "");
  const node = svg("g", { class: `space kind-${space.kind}`, transform: `translate(${x * CELL} ${y * CELL})` },
    svg("rect", { class: "ground", x: 0.5, y: 0.5, width: 19, height: 19, rx: 2 }));
  if (space.colour) node.append(svg("path", { class: "band", d: "M.5 2.500a2 2 0 0 1 2-2h15a2 2 0 0 1 2 2V6H.5Z", fill: space.colour }));
  if (space.holder !== null) node.append(svg("path", { class: "held", "data-colour": seat(space.holder), d: "M.5 17.500V12.500L7.500 19.500H2.500a2 2 0 0 1-2-2Z" }));
  node.append(svg("text", { class: mark.length > 2 ? "price" : "sign", x: 10, y: space.colour ? 14.2 : 13 }, mark));
  node.addEventListener("click", () => show(at));
  return node;
}

function tokens(space, [x, y], state, seat) {
  const many = space.here.length > 1;
  const r = many ? 4.6 : 6;
  const spots = many ? [[6, 6.5], [14, 6.5], [6, 14.5], [14, 14.5], [10, 10.5], [10, 2.5]] : [[10, 11]];
  return svg("g", { class: "tokens", transform: `translate(${x * CELL} ${y * CELL})` }, ...space.here.map((who, i) =>
    svg("g", { class: who === state.on_turn ? "token turn" : "token", "data-colour": seat(who), transform: `translate(${spots[i][0]} ${spots[i][1]})` },
      svg("circle", { r }), svg("text", { y: r / 2.6, "font-size": r * 1.25 }, [...state.players[who].name][0]))));
}

function told(space, state) {
  return [
    el("b", {}, space.colour ? el("i", { class: "swatchlet", "data-fill": space.colour }) : null, space.name),
    space.rent ? el("p", {}, space.kind === "property" ? t("Rent {amount}", { amount: space.rent }) : space.rent) : null,
    space.kind === "property" ? el("p", {}, space.holder === null ? t("Held by the bank") : t("Held by {player}", { player: state.players[space.holder].name })) : null,
    space.here.length ? el("p", { class: "small" }, t("{players} here", { players: space.here.map((i) => state.players[i].name).join(", ") })) : null,
  ].filter(Boolean);
}

const sentence = (space, state) => told(space, state).map((node) => node.textContent).join(", ");

function label(spaces, state) {
  const stands = spaces.flatMap((space) => space.here.map((i) => `${state.players[i].name}: ${space.name}`));
  return `${t("Track")}. ${stands.join(", ")}`;
}
