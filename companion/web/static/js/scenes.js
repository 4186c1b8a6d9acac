// Draws the scenes of a broadcast and the wall from what the program tells; computes nothing.

import { drawBoard, drawTile, squareName } from "./drawing.js";
import { el, svg } from "./dom.js";
import { drawEstate, estatesOf } from "./track.js";

/** Text as somebody wrote it: right to left where it is, and never into its neighbours. */
const own = (text) => el("bdi", {}, text);

/**
 * Draw a scene into a box.
 * @param {HTMLElement} box
 * @param {string} kind  lower, side, full, wall or score
 * @param {object} scene  as `/api/air/scene` tells it
 * @param {object} marks  words for premium squares
 */
export function drawScene(box, kind, scene, marks = {}) {
  const players = scene.team ? [team(scene)] : scene.players.map(seat);
  players.forEach((node, at) => box.dataset[`p${at + 1}`] && node.style.setProperty("--p", box.dataset[`p${at + 1}`]));
  const parts = { lower, side, full, wall, score: full }[kind](scene, players, () => board(box, scene, marks));
  const shape = el("div", { class: kind === "score" ? "s-full" : `s-${kind}`, "data-state": scene.state, "data-players": players.length || null }, ...parts);
  shape.style.setProperty("--players", String(Math.max(players.length, 1)));
  // The size of digits follows from how many there are, alike for all.
  const longest = Math.max(2, ...[...shape.querySelectorAll(".digits")].map((score) => [...score.textContent].length));
  shape.style.setProperty("--digits", String(longest));
  box.replaceChildren(shape);
}

function seat(player) {
  const kinds = ["seat", player.on && "on", player.won && "won"].filter(Boolean).join(" ");
  const more = [player.clock && el("span", { class: "clock" }, player.clock), player.cash && el("span", { class: "cash" }, player.cash)].filter(Boolean);
  return el("section", { class: kinds, "data-colour": player.colour }, el("span", { class: "who" }, own(player.name)), ...more, el("span", { class: "digits" }, player.score));
}

/** Who plays as one has one result: how many goals, and who they are. */
function team(scene) {
  const done = String(scene.players.reduce((sum, player) => sum + Number(player.score), 0));
  const names = scene.players.flatMap(({ name, on }, at) => [at ? ", " : "", el("span", { class: on ? "on" : null }, own(name))]);
  const won = scene.players.some((player) => player.won);
  return el("section", { class: won ? "seat team won" : "seat team" }, el("span", { class: "who" }, ...names), el("span", { class: "told" }, scene.team), el("span", { class: "digits" }, done));
}

/** What happened last, or what is to be known now. */
function strip(scene) {
  const { state, last, line } = scene;
  if (!last || state === "over" || state === "doubt") return el("div", { class: `strip ${state}` }, el("b", {}, line || scene.game || ""));
  const where = line ? [line] : [own(last.player), `, ${last.at}`, scene.left ? ` · ${scene.left}` : ""];
  return el("div", { class: "strip" }, el("b", {}, own(last.word), " ", el("span", { class: "gain" }, last.score)), el("span", { class: "where" }, ...where));
}

function lower(scene, players) {
  if (players.length === 2) return [players[0], strip(scene), players[1]];
  return [strip(scene), ...(players.length ? [el("div", { class: "row" }, ...players)] : [])];
}

const seats = (players) => el("div", { class: "seats" }, ...players);

function side(scene, players, drawn) {
  const also = scene.last?.also.length ? [`+ ${scene.last.also.join(", ")}`] : [];
  const middle = scene.layout?.length ? drawn() : hands(scene);
  const below = scene.goals?.length ? goals(scene) : el("div", { class: "below" }, el("span", {}, ...also), el("span", {}, scene.turn ?? ""));
  return [el("div", { class: "pane" }, ...(players.length ? [seats(players)] : []), ...(middle ? [middle] : []), strip(scene), ...(scene.state === "waiting" ? [] : [below]))];
}

const full = (scene, players) => [...(players.length ? [seats(players)] : []), strip(scene)];

function wall(scene, players, drawn) {
  const left = scene.layout?.length ? drawn() : hands(scene);
  const right = el("div", { class: "column" }, ...(players.length ? [seats(players)] : []), ...(scene.goals?.length ? [goals(scene)] : []), strip(scene));
  return left ? [left, right] : [right];
}

const goals = (scene) => el("ul", { class: "goals" }, ...scene.goals.map((goal) => el("li", {}, goal)));

/** The hands that were laid down last, line by line. */
function hands(scene) {
  if (!scene.hands?.length) return null;
  return el("div", { class: "hands" }, ...scene.hands.map(({ title, rows }) =>
    el("section", {}, el("h2", {}, own(title)), el("ul", {}, ...rows.map(([what, value]) => el("li", {}, el("span", {}, what), el("b", {}, value)))))));
}

/** The board, drawn anew only when something lies otherwise. */
function board(box, scene, marks) {
  const key = JSON.stringify([scene.layout, scene.cells, scene.lit, scene.panels, marks]);
  const before = box.querySelector("svg.board");
  if (before?.dataset.key === key) return before;
  const root = svg("svg", { class: "board", role: "img", "data-size": scene.layout.length });
  root.dataset.key = key;
  const squares = drawBoard(root, scene.layout, marks);
  root.classList.toggle("own-colours", scene.panels.some((panel) => panel.kind === "squares"));
  const values = new Map(scene.letters);
  const estates = estatesOf(scene);
  const lit = new Set(scene.lit);
  squares.forEach((node, at) => {
    const [row, col] = [Math.floor(at / scene.layout.length), at % scene.layout.length];
    const name = squareName(row, col);
    const on = node.querySelector(".on");
    const text = scene.cells[row][col];
    if (text) on.append(drawTile({ text, last: lit.has(name) }, values));
    else if (estates.has(name)) on.append(drawEstate(estates.get(name)));
  });
  return root;
}

/**
 * Colours by the address: bg, color, accent, p1 to p6, font; `side=left` puts the panel there.
 * @param {HTMLElement} box
 * @param {URLSearchParams} asked
 */
export function dressScene(box, asked) {
  const names = { bg: "--panel", color: "--text", accent: "--mark", font: "font-family" };
  for (const [name, property] of Object.entries(names)) {
    const value = asked.get(name);
    if (value) box.style.setProperty(property, name === "font" ? value : colour(value));
    else box.style.removeProperty(property);
  }
  const accent = asked.get("accent");
  box.style.setProperty("--on-mark", accent && dark(colour(accent)) ? "#ffffff" : "#06231e");
  box.classList.toggle("leftward", asked.get("side") === "left");
  box.classList.toggle("plain", asked.has("color"));
  for (let n = 1; n <= 6; n += 1) {
    const value = asked.get(`p${n}`);
    if (value) box.dataset[`p${n}`] = colour(value);
  }
}

/** A colour of an address: six digits need no #, which an address could not carry. */
export const colour = (value) => (/^[0-9a-f]{3,8}$/i.test(value) ? `#${value}` : value);

function dark(value) {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(value);
  if (!hex) return false;
  const [r, g, b] = hex.slice(1).map((part) => Number.parseInt(part, 16));
  return 0.299 * r + 0.587 * g + 0.114 * b < 128;
}
