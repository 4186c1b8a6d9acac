// Past games, and what they say together.

import { at, get, post, postFile } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { button, close, open, row } from "./dialogs.js";
import { fail } from "./fault.js";
import { about, alter, day, month, result } from "./past.js";
import { gamePicture, miniBoard } from "./pictures.js";
import { t, tn, useTexts } from "./texts.js";
import { worded } from "./wordings_pages.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);
const { games, statistics } = page.more;
const amount = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
const tried = (act) => async () => {
  fail(null);
  try {
    await act();
  } catch (refusal) {
    fail(refusal);
  }
};

/** Boards are drawn when they come into sight: a list may be long. */
const seen = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => {
  seen.unobserve(target);
  get(`/api/games/${target.getAttribute("data-number")}/board`).then(({ board }) => target.replaceChildren(miniBoard(board.layout, board))).catch(() => {});
}), { rootMargin: "200px" });

function picture(one) {
  const node = el("span", { class: "mini", "data-number": one.number }, one.board ? null : gamePicture({ kind: "deck" }));
  if (one.board) seen.observe(node);
  return node;
}

function line(one) {
  const link = el("a", { class: "gamerow", href: at(`/games/${one.number}`) }, picture(one), el("span", { class: "told" }, el("span", { class: "r" }, ...result(one)), el("span", { class: "small" }, about(one))));
  const away = page.setup ? el("button", { type: "button", class: "quiet icon", "aria-label": t("Delete the game of {players}", { players: one.players.join(", ") }), onclick: tried(() => put(one, true)) }, "✕") : null;
  return el("li", { "data-number": one.number }, link, away);
}

/** A game that was deleted just now, or before, and the way back. */
const gone = (one) => el("li", { class: "gone", "data-number": one.number }, el("span", { class: "small" }, [one.players.join(" – "), one.name, day.format(new Date(one.created))].filter(Boolean).join(" · ")), button(t("Bring back"), tried(() => put(one, false))));

async function put(one, deleted) {
  await alter(one, { deleted });
  one.deleted = deleted;
  const shown = document.querySelector(`#games [data-number="${one.number}"]`);
  if (!shown) {
    draw();
    return;
  }
  const next = deleted ? gone(one) : line(one);
  shown.replaceWith(next);
  next.querySelector(deleted ? "button" : "a").focus();
}

/** What a search finds a game by. */
const words = (one) => [...one.players, one.title, one.name, about(one), month.format(new Date(one.created))].join(" ").toLocaleLowerCase();

function draw() {
  const wanted = byId("search").value.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const kept = games.filter((one) => !one.deleted && wanted.every((word) => words(one).includes(word)));
  const deleted = games.filter((one) => one.deleted);
  let last = "";
  const lines = kept.flatMap((one) => {
    const now = month.format(new Date(one.created));
    const head = now === last ? [] : [el("li", { class: "month" }, now)];
    last = now;
    return [...head, line(one)];
  });
  byId("games").replaceChildren(...(lines.length ? lines : [el("li", {}, wanted.length ? t("Nothing is found.") : t("No game yet."))]));
  byId("found").textContent = wanted.length ? tn("{n} game", "{n} games", kept.length, { n: kept.length }) : "";
  byId("deleted").hidden = !deleted.length;
  byId("deleted-games").replaceChildren(...deleted.map(gone));
}

/** A game that cannot be read, and the way to save what is left of it. */
const damaged = (one) => el("li", {}, el("div", {}, el("b", {}, one.name || t("Game {number}", { number: one.number })), el("span", { class: "small" }, one.why)), button(t("Save what is left"), tried(() => rescue(one))));

async function rescue({ number }) {
  const { lost } = await post(`/api/games/${number}/rescue`, {});
  open(t("Save what is left"), el("p", {}, lost), row(button(t("Close"), () => location.reload(), "primary")));
}

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

byId("search").addEventListener("input", draw);
byId("damaged").replaceChildren(...page.more.damaged.map(damaged));
byId("statistics").replaceChildren(...(statistics.kinds.length ? statistics.kinds.flatMap(table) : [el("p", {}, t("No game yet."))]));
byId("file")?.addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const [file] = input.files;
  if (!file) return;
  await tried(async () => {
    const { number, remarks } = await postFile("/api/games", file);
    open(t("Game {number} is taken in", { number }), ...remarks.map((text) => el("p", {}, text)), row(button(t("Close"), () => (close(), location.reload()), "primary")));
  })();
  input.value = "";
});
draw();
document.body.dataset.drawn = "";
