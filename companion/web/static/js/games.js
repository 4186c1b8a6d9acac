// Past games and what they say together.

import { at, post, postFile } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { button, close, open, row, tell, then } from "./dialogs.js";
import { askName, askNames } from "./names.js";
import { askSave } from "./save.js";
import { t, tc, tn, useTexts } from "./texts.js";
import { worded } from "./wordings.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);
const { games, statistics } = page.more;
const palette = page.setup ? page.palette : null;

const amount = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

function game(one) {
  const totals = one.players.map((name, seat) => `${name} ${one.totals[seat]}`).join(" – ");
  const state = one.ended ? one.result : tn("open after {turns} turn", "open after {turns} turns", one.turns, { turns: one.turns });
  return el(
    "li",
    {},
    el("div", {}, el("b", {}, totals), el("span", { class: "small" }, [day.format(new Date(one.created)), one.title, one.name, state].filter(Boolean).join(" · "))),
    el("div", { class: "choices" },
      one.number === page.table ? null : button((one.ended ? t("Look at it") : tc("games", "Go on")), () => resume(one.number)),
      button(t("Save game"), () => save(one)),
      palette ? button(t("More"), () => more(one)) : null),
  );
}

/** A game that was deleted, until it is brought back. */
const gone = (one) => el("li", {}, el("span", { class: "small" }, [one.players.join(" – "), one.name, day.format(new Date(one.created))].filter(Boolean).join(" · ")), button(t("Bring back"), () => alter(one, { deleted: false })));

async function alter({ number }, body) {
  try {
    await post(`/api/games/${number}/labels`, body);
    location.reload();
    return true;
  } catch (refusal) {
    tell(refusal.message);
    byId("fault").textContent = refusal.message;
    return null;
  }
}

/** A game that cannot be read, and the way to save what is left of it. */
const damaged = (one) => el("li", {}, el("div", {}, el("b", {}, one.name || t("Game {number}", { number: one.number })), el("span", { class: "small" }, one.why)), button(t("Save what is left"), () => rescue(one)));

async function rescue({ number }) {
  try {
    tell((await post(`/api/games/${number}/rescue`, {})).lost);
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
  }
}

async function again({ number }) {
  try {
    await post("/api/setup/again", { number });
    location.assign(at("/"));
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
  }
}

function more(one) {
  const names = { names: one.players, colours: one.colours, palette, seats: false };
  open(
    t("This game"),
    el("div", { class: "menu" },
      button(t("Names and colours"), () => askNames(names, (body) => alter(one, body))),
      button(t("Name of the game"), () => askName(one.name, (body) => alter(one, body))),
      button(t("Play again, the next begins"), then(() => again(one))),
      button(t("Delete this game"), () => alter(one, { deleted: true }))),
    row(button(t("Close"), close, "primary")),
  );
}

function save({ number, forms }) {
  askSave(forms, (form) => `/games/${number}/game.${form}`, (form) => `/api/games/${number}/export/${form}`);
}

async function resume(number) {
  try {
    await post("/api/setup/resume", { number });
    location.assign(at("/"));
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
  }
}

const kept = games.filter((one) => !one.deleted);
const deleted = games.filter((one) => one.deleted);
byId("deleted").hidden = !deleted.length;
byId("deleted-games").replaceChildren(...deleted.map(gone));
byId("damaged").replaceChildren(...page.more.damaged.map(damaged));
byId("games").replaceChildren(...(kept.length ? kept.map(game) : [el("li", {}, t("No game yet."))]));

/** A bar for each game, oldest first; the heights are totals that the program gave. */
function bars(totals, top) {
  return svg("svg", { class: "bars", viewBox: `0 0 ${totals.length * 8} 28`, preserveAspectRatio: "xMinYMid", role: "img", "aria-label": totals.join(", ") },
    ...totals.map((total, i) => svg("rect", { x: 8 * i + 1, width: 6, y: 28 - Math.max(1, (27 * Math.max(0, total)) / top), height: Math.max(1, (27 * Math.max(0, total)) / top), rx: 1 })));
}

const heads = ["player", "games", "wins", "average", "a_play", "best", "play", "bingos", "totals"];

/** What the games with points of one kind say together. */
function table({ title, players }) {
  const top = Math.max(1, ...players.flatMap((p) => p.totals));
  const rows = players.map((p) =>
    el("tr", {}, el("th", { scope: "row" }, p.name), ...[p.games, p.wins, p.average, p.a_play, p.best, p.play ? `${p.play.word} ${p.play.score}` : "", p.bingos].map((value) => el("td", { class: "number" }, typeof value === "number" ? amount.format(value) : value)), el("td", {}, bars(p.totals, top))));
  const head = el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, worded("statistics", key))));
  return [
    statistics.kinds.length > 1 ? el("h3", {}, title) : null,
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": [t("Players"), title].join(": ") }, el("table", { class: "list" }, el("thead", {}, head), el("tbody", {}, ...rows))),
  ].filter(Boolean);
}

byId("statistics").replaceChildren(...(statistics.kinds.length ? statistics.kinds.flatMap(table) : [el("p", {}, t("No game yet."))]));
byId("file").addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const [file] = input.files;
  if (!file) return;
  byId("fault").textContent = "";
  try {
    const { number, remarks } = await postFile("/api/games", file);
    open(t("Game {number} is taken in", { number }), ...remarks.map((text) => el("p", {}, text)), row(button(t("Close"), () => location.reload(), "primary")));
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
  }
  input.value = "";
});
document.body.dataset.drawn = "";
