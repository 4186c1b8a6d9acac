// One past game: its curve, its board step by step, what the camera saw; and what can be done.

import { at } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { button, tell } from "./dialogs.js";
import { fail } from "./fault.js";
import { askName, askNames } from "./names.js";
import { about, alter, lasted, result, save, take } from "./past.js";
import { miniBoard } from "./pictures.js";
import { t, tc, useTexts } from "./texts.js";
import { worded } from "./wordings.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);
const one = page.more;
const turns = one.history;
let now = turns.length;

const W = 640;
const H = 300;
const DASHES = ["none", "9 5", "2 4", "12 4 2 4", "1 6", "8 2"];
const amount = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });

/** What stands for a player on the curve: round, square, a tip up, a tip down, askew, a cross. */
function mark(seat, x, y) {
  const r = 5;
  const paths = [
    null,
    `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
    `M${x} ${y - r}l${r} ${2 * r}h${-2 * r}z`,
    `M${x} ${y + r}l${-r} ${-2 * r}h${2 * r}z`,
    `M${x} ${y - r - 1}l${r + 1} ${r + 1}l${-r - 1} ${r + 1}l${-r - 1} ${-r - 1}z`,
    `M${x - r} ${y - 2}h3v-3h4v3h3v4h-3v3h-4v-3h-3z`,
  ];
  return paths[seat] ? svg("path", { class: "pt", d: paths[seat] }) : svg("circle", { class: "pt", cx: x, cy: y, r });
}

const x = (n) => 44 + (n * (W - 60)) / Math.max(1, turns.length);

function graph() {
  const totals = [...turns.map((turn) => turn.total), ...one.totals];
  const top = Math.max(10, ...totals);
  const low = Math.min(0, ...totals);
  const y = (points) => H - 26 - ((points - low) * (H - 46)) / (top - low);
  const grid = [low, 0, top / 2, top].filter((points, i, all) => all.indexOf(points) === i).map(Math.round).flatMap((points) => [
    svg("path", { class: "gl", d: `M44 ${y(points)}H${W - 16}` }),
    svg("text", { class: "axis", x: 38, y: y(points) + 5, "text-anchor": "end" }, String(points)),
  ]);
  const lines = one.players.map((_, seat) => {
    const own = turns.filter((turn) => turn.seat === seat);
    const path = own.map((turn) => `L${x(turn.number)} ${y(turn.total)}`).join("");
    return svg("g", { class: `line s${seat}`, "data-colour": one.colours[seat] }, svg("path", { class: "ln", d: `M${x(0)} ${y(0)}${path}`, "stroke-dasharray": DASHES[seat] }), ...own.map((turn) => mark(seat, x(turn.number), y(turn.total))));
  });
  const said = one.players.map((name, seat) => `${name} ${one.totals[seat]}`).join(", ");
  const keys = one.players.map((name, seat) => el("li", {}, svg("svg", { class: "key line", viewBox: "0 0 40 14", width: 40, height: 14, "aria-hidden": "true", "data-colour": one.colours[seat] }, svg("path", { class: "ln", d: "M0 7H40", "stroke-dasharray": DASHES[seat] }), mark(seat, 20, 7)), el("bdi", {}, name), " ", el("b", {}, String(one.totals[seat]))));
  byId("graph").replaceChildren(
    svg("svg", { class: "curve", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": t("Scores over the turns: {totals}", { totals: said }) }, ...grid, svg("path", { class: "cur", id: "cur", d: "" }), ...lines),
    el("ul", { class: "keys" }, ...keys),
  );
}

function figures() {
  const rows = [
    [t("Plays"), (f) => amount.format(f.plays)],
    [t("Points a play"), (f) => amount.format(f.a_play)],
    [t("Best play"), (f) => (f.best ? `${f.best.word} ${f.best.score}` : "–")],
    [t("All tiles at once"), (f) => amount.format(f.bingos)],
    [t("Time used"), (f) => lasted(f.seconds) || "–"],
  ];
  byId("figures").replaceChildren(
    el("thead", {}, el("tr", {}, el("td", {}), ...one.players.map((name) => el("th", { scope: "col" }, el("bdi", {}, name))))),
    el("tbody", {}, ...rows.map(([title, of]) => el("tr", {}, el("th", { scope: "row" }, title), ...one.figures.map((f) => el("td", {}, of(f)))))),
  );
}

/** What a turn did, in words. */
function told(turn) {
  const what = turn.word ? `${turn.word} ${turn.coordinate}` : (worded("turns", turn.kind) ?? turn.kind);
  return `${one.players[turn.seat] ?? ""}: ${what} ${turn.score >= 0 ? "+" : ""}${turn.score}`;
}

/** Show the board as it lay after a turn. */
function show(turn) {
  now = Math.max(0, Math.min(turns.length, turn));
  const cells = one.layout.map((marks) => [...marks].map(() => ""));
  const place = (name) => [Number.parseInt(name, 10) - 1, name.charCodeAt(name.length - 1) - 65];
  for (const { lay, lift } of turns.slice(0, now)) {
    for (const name of lift) cells[place(name)[0]][place(name)[1]] = "";
    for (const [name, text] of lay) cells[place(name)[0]][place(name)[1]] = text;
  }
  const last = turns[now - 1];
  const label = last ? t("The board after turn {n} of {all}", { n: now, all: turns.length }) : t("The board before the first turn");
  byId("board").replaceChildren(...(one.layout.length ? [miniBoard(one.layout, { cells, last: last?.lay.map(([name]) => name) ?? [], label })] : []));
  byId("turn").replaceChildren(el("b", {}, t("Turn {n} of {all}", { n: now, all: turns.length })), el("span", {}, last ? told(last) : ""));
  byId("back").disabled = now === 0;
  byId("on").disabled = now === turns.length;
  byId("at").value = String(now);
  byId("cur")?.setAttribute("d", `M${x(now)} 8V${H - 26}`);
}

function photos() {
  const seen = turns.filter((turn) => turn.picture).reverse();
  byId("photos-part").hidden = !seen.length;
  byId("photos").replaceChildren(...seen.map((turn) => el("li", { class: "card photo-card", "data-colour": one.colours[turn.seat] },
    el("button", { type: "button", class: "shot", onclick: () => { show(turn.number); byId("stepper").scrollIntoView({ block: "nearest" }); } },
      el("img", { src: at(`/api/games/${one.number}/turns/${turn.number}.jpg`), loading: "lazy", alt: t("The board after turn {n} of {all}", { n: turn.number, all: turns.length }) })),
    el("p", {}, el("span", { class: "small" }, `${turn.number} · ${one.players[turn.seat]}`), el("b", {}, `${turn.word} +${turn.score}`)))));
}

const tried = (act) => async () => {
  fail(null);
  try {
    return await act();
  } catch (refusal) {
    tell(refusal.message);
    fail(refusal);
    return null;
  }
};
const labelled = (body) => tried(async () => {
  await alter(one, body);
  location.reload();
  return true;
})();

async function put(deleted) {
  await alter(one, { deleted });
  one.deleted = deleted;
  acts();
  if (deleted) byId("gone").querySelector("button").focus();
}

function acts() {
  byId("gone").hidden = !one.deleted;
  byId("gone").replaceChildren(el("span", {}, t("This game is deleted.")), " ", button(t("Bring back"), tried(() => put(false)), "primary"));
  const names = { names: one.players, colours: one.colours, palette: page.palette, seats: false };
  const host = page.setup && !one.deleted;
  byId("acts").replaceChildren(...[
    host && one.number !== page.table ? button(one.ended ? t("Open it on the board") : tc("games", "Go on"), tried(() => take("/api/setup/resume", one.number)), one.ended ? null : "primary") : null,
    host ? button(t("Play again, the next begins"), tried(() => take("/api/setup/again", one.number))) : null,
    button(t("Save game"), () => save(one)),
    host ? button(t("Name of the game"), () => askName(one.name, labelled)) : null,
    host ? button(t("Names and colours"), () => askNames(names, labelled)) : null,
    host ? button(t("Delete this game"), tried(() => put(true))) : null,
  ].filter(Boolean));
}

byId("result").replaceChildren(...result(one));
byId("about").textContent = about(one);
byId("stepper").hidden = !one.layout.length;
byId("at").max = String(turns.length);
byId("at").addEventListener("input", () => show(Number(byId("at").value)));
byId("back").addEventListener("click", () => show(now - 1));
byId("on").addEventListener("click", () => show(now + 1));
acts();
graph();
figures();
photos();
show(now);
document.body.dataset.drawn = "";
