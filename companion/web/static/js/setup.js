// Setting a game up by touch: camera, board, game, players; then play.

import { at, get, post, postFile } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { Sight } from "./sight.js";
import { t, useTexts } from "./texts.js";
import { worded } from "./wordings.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);
const choices = page.more;
const THUMBS_MS = 2500;
const choice = { corners: null, ...choices.last };

const fail = (refusal) => (byId("fault").textContent = refusal ? refusal.message : "");
const sight = new Sight({ fail, onCorners: (corners) => (choice.corners = corners) });

/** A row of buttons of which one is chosen. */
function one(id, rows, key, onPick = null) {
  const nodes = rows.map(([value, text]) => el("button", { type: "button", "data-value": value, onclick: () => tap(value) }, text));
  const tap = (value) => {
    choice[key] = value;
    mark();
    onPick?.(value);
  };
  const mark = () => nodes.forEach((node, i) => node.setAttribute("aria-pressed", String(rows[i][0] === choice[key])));
  mark();
  byId(id).replaceChildren(...nodes);
}


one("cameras", [["", t("No camera, by hand")], ...choices.cameras.map((c) => [c.id, c.id.startsWith("synthetic:") ? t("Rendered camera, to try it out") : c.name])], "camera", (camera) => {
  choice.corners = null;
  sight.look(camera);
});
one("editions", choices.editions.map((e) => [e.name, e.title]), "edition", adapt);
const own = { en: "english", de: "german" }[document.documentElement.lang];
choices.languages.sort((a, b) => Number(b.name === own) - Number(a.name === own));
one("languages", choices.languages.map((l) => [l.name, worded("tiles", l.name) ?? l.title]), "language");
const showLists = () => one("lists", choices.lists.map((l) => [l.name, l.title]), "lexicon");
showLists();
one("clocks", [["", t("No clock")], ...choices.clocks.map((c) => [c.name, worded("time", c.name)])], "clock", showTimes);

/** Minutes and seconds of the clock's own, where there is one; empty for what its name says. */
function showTimes() {
  byId("clock-times").hidden = !choice.clock;
  for (const key of ["clock_minutes", "clock_bonus", "clock_delay"]) {
    const input = byId(key);
    input.value = choice[key] || "";
    input.oninput = () => (choice[key] = Math.max(0, Number(input.value) || 0));
  }
}
showTimes();

function edition() {
  return choices.editions.find((e) => e.name === choice.edition) ?? choices.editions[0];
}

/** Show what this game needs, and as many players as it takes. */
function adapt() {
  const now = edition();
  byId("tiles-part").hidden = !now.board;
  byId("asked").replaceChildren(...now.asks.map(({ option, title }) => el("div", { id: `${option}-asked` },
    el("h3", { id: `${option}-title` }, title),
    el("div", { class: "choices", id: `${option}-choices`, role: "group", "aria-labelledby": `${option}-title` }),
  )));
  for (const { option, values } of now.asks) one(`${option}-choices`, values, option);
  byId("printed").hidden = !page.files || !now.printed;
  byId("printed").href = at(`/setup/files/${now.printed}`);
  while (choice.players.length < now.players[0]) add();
  if (choice.players.length > now.players[1]) choice.players.length = now.players[1];
  players();
}

function add() {
  const seat = choice.players.length;
  const free = choices.colours.find((colour) => !choice.colours.slice(0, seat).includes(colour));
  choice.players.push(t("Player {number}", { number: seat + 1 }));
  choice.colours[seat] = free ?? choices.colours[seat % choices.colours.length];
}

function players() {
  const rows = choice.players.map((name, seat) => {
    const input = el("input", { class: "text", type: "text", maxlength: 30, autocomplete: "off", value: name, "aria-label": t("Player {number}", { number: seat + 1 }) });
    input.addEventListener("input", () => (choice.players[seat] = input.value));
    input.addEventListener("focus", () => input.select());
    const swatches = choices.colours.map((colour) =>
      el("button", { type: "button", class: "swatch", "data-colour": colour, "aria-label": worded("colour", colour), "aria-pressed": String(choice.colours[seat] === colour), onclick: () => paint(seat, colour) }));
    return el("li", {}, input, el("div", { class: "swatches" }, ...swatches));
  });
  byId("players").replaceChildren(...rows);
  byId("player-more").disabled = choice.players.length >= edition().players[1];
  byId("player-less").disabled = choice.players.length <= edition().players[0];
  for (const { option, players: many } of edition().asks) byId(`${option}-asked`).hidden = many && many !== choice.players.length;
}

/** Two players cannot have one colour: they swap. */
function paint(seat, colour) {
  const other = choice.colours.findIndex((c, i) => c === colour && i < choice.players.length);
  if (other >= 0) choice.colours[other] = choice.colours[seat];
  choice.colours[seat] = colour;
  players();
}

byId("player-more").addEventListener("click", () => {
  add();
  players();
});
byId("player-less").addEventListener("click", () => {
  choice.players.pop();
  players();
});

byId("go").addEventListener("click", async () => {
  fail(null);
  byId("go").disabled = true;
  try {
    await post("/api/setup", { ...choice, players: choice.players.map((name) => name.trim()), colours: choice.colours.slice(0, choice.players.length) });
    location.assign(at("/"));
  } catch (refusal) {
    fail(refusal);
    byId("go").disabled = false;
  }
});

byId("read").addEventListener("click", async () => {
  fail(null);
  const box = byId("straight");
  const query = new URLSearchParams({ camera: choice.camera, language: choice.language, corners: (choice.corners ?? []).join(",") });
  byId("sight-says").textContent = t("Reading ...");
  try {
    const { reading } = await get(`/api/setup/reading?${query}`);
    byId("sight-says").textContent = reading.status === "ok" ? t("{count} tiles are read.", { count: reading.cells.flat().filter(Boolean).length }) : (worded("notice", reading.status) ?? reading.detail);
    box.hidden = reading.status !== "ok";
    if (box.hidden) return;
    query.set("corners", reading.corners.flat().join(","));
    byId("straight-picture").src = at(`/api/setup/straight.jpg?${query}&t=${Date.now()}`);
    const doubtful = new Set(reading.doubtful);
    byId("straight-letters").replaceChildren(...reading.cells.flatMap((cells, r) => cells.map((text, c) => text && svg("text", { class: doubtful.has(`${r + 1}${String.fromCharCode(65 + c)}`) ? "doubtful" : null, x: 10 * c + 8.5, y: 10 * r + 3.6 }, text))).filter(Boolean));
  } catch (refusal) {
    byId("sight-says").textContent = "";
    fail(refusal);
  }
});

byId("list-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  fail(null);
  byId("list-says").textContent = t("The list is being read …");
  try {
    const { list } = await postFile(`/api/lists?name=${encodeURIComponent(file.name)}`, file);
    choices.lists = [...choices.lists.filter((l) => l.name !== list.name), list];
    choice.lexicon = list.name;
    showLists();
    const number = new Intl.NumberFormat(document.documentElement.lang);
    byId("list-says").textContent = t("{title}: {words} words, {twos} of them of two letters. Its fingerprint begins with {hash}.", { title: list.title, words: number.format(list.words), twos: list.twos, hash: list.sha256.slice(0, 16) });
  } catch (refusal) {
    byId("list-says").textContent = "";
    fail(refusal);
  }
});

if (choices.unfinished) {
  const open = choices.unfinished;
  const go = async () => {
    try {
      await post("/api/setup/resume", { number: open.number });
      location.assign(at("/"));
    } catch (refusal) {
      fail(refusal);
    }
  };
  byId("resume").hidden = false;
  byId("resume").replaceChildren(el("button", { type: "button", class: "primary", onclick: go }, t("Go on with the game of {players}", { players: open.players.join(", ") })));
}

/** A small picture on the button of each real camera, taken one after the other; live until one is chosen. */
async function thumbs() {
  const real = choices.cameras.filter((c) => !c.id.startsWith("synthetic:"));
  const load = (camera) => new Promise((done) => {
    const node = byId("cameras").querySelector(`[data-value="${CSS.escape(camera.id)}"]`);
    const picture = node.querySelector("img") ?? node.insertBefore(el("img", { class: "thumb", alt: "" }), node.firstChild);
    picture.onload = picture.onerror = (event) => {
      picture.hidden = event.type === "error";
      done();
    };
    picture.src = at(`/api/setup/camera.jpg?camera=${encodeURIComponent(camera.id)}&t=${Date.now()}`);
  });
  const before = choice.camera;
  do {
    for (const camera of real) {
      if (choice.camera !== before) return;
      await load(camera);
    }
    await new Promise((done) => setTimeout(done, THUMBS_MS));
  } while (real.length && choice.camera === "");
}

adapt();
const many = choices.cameras.filter((c) => !c.id.startsWith("synthetic:")).length > 1;
const remembered = choice.camera;
if (many || !remembered) thumbs().then(() => remembered && choice.camera === remembered && sight.look(remembered, choice.corners));
else sight.look(remembered, choice.corners);
document.body.dataset.drawn = "";
