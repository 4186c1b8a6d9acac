// What the list of past games and a game's own page share: how a game is told, and what is done.

import { at, post } from "./api.js";
import { el } from "./dom.js";
import { askSave } from "./save.js";
import { t, tn } from "./texts.js";

const lang = document.documentElement.lang;
export const day = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
export const month = new Intl.DateTimeFormat(lang, { month: "2-digit", year: "numeric" });

/** How long, in minutes. */
export const lasted = (seconds) => (seconds ? tn("{n} minute", "{n} minutes", Math.max(1, Math.round(seconds / 60)), { n: Math.max(1, Math.round(seconds / 60)) }) : "");

/** The result: who has how much, the winner first; of a team what became of it. */
export function result(one) {
  if (one.team && one.ended) return [el("b", {}, one.result), " ", el("span", { class: "lesser" }, one.players.join(", "))];
  const seats = one.players.map((name, seat) => ({ name, total: one.totals[seat], won: one.winners.includes(seat) }));
  seats.sort((a, b) => Number(b.won) - Number(a.won));
  return seats.flatMap(({ name, total, won }) => [el(won || !one.ended ? "b" : "span", { class: won || !one.ended ? null : "lesser" }, el("bdi", {}, name), ` ${total}`), " "]);
}

/** In one line: when, what, how long, the best play. */
export function about(one) {
  const state = one.ended ? lasted(one.seconds) : tn("open after {turns} turn", "open after {turns} turns", one.turns, { turns: one.turns });
  const best = one.best ? t("best {word} {score}", one.best) : "";
  return [day.format(new Date(one.created)), one.title, one.name, state, best].filter(Boolean).join(" · ");
}

/** Change what is kept of a game beside its turns. */
export const alter = ({ number }, body) => post(`/api/games/${number}/labels`, body);

export async function take(path, number) {
  await post(path, { number });
  location.assign(at("/"));
}

/** Ask in which form a game is to be saved. */
export const save = ({ number, forms }) => askSave(forms, (form) => `/games/${number}/game.${form}`, (form) => `/api/games/${number}/export/${form}`);
