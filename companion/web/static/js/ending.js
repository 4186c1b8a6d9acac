// The end of a game: who still holds which tiles, and how it ended.

import { at } from "./api.js";
import { el } from "./dom.js";
import { button, close, open, row, whenDone } from "./dialogs.js";
import { t } from "./texts.js";

export function askEnd(state, change) {
  const racks = state.players.map(() => []);
  const left = new Map(state.left);
  let seat = state.players.findIndex((_, i) => i !== state.on_turn);
  if (seat < 0) seat = 0;
  const held = el("div", { class: "racks" });
  const pool = el("div", { class: "letters" });
  const draw = () => {
    held.replaceChildren(...state.players.map((player, i) =>
      el("div", { class: "rack" },
        el("button", { type: "button", "aria-pressed": String(i === seat), onclick: () => choose(i) }, player.name),
        ...racks[i].map((token, at) => el("button", { type: "button", class: "candidate", "aria-label": t("{letter} of {player}, back", { letter: token, player: player.name }), onclick: () => back(i, at) }, token)))));
    pool.replaceChildren(...[...left].filter(([, count]) => count > 0).map(([token, count]) =>
      el("button", { type: "button", onclick: () => take(token) }, token, el("small", {}, `×${count}`))));
  };
  const choose = (i) => {
    seat = i;
    draw();
  };
  const take = (token) => {
    left.set(token, left.get(token) - 1);
    racks[seat].push(token);
    draw();
  };
  const back = (i, at) => {
    const [token] = racks[i].splice(at, 1);
    left.set(token, (left.get(token) ?? 0) + 1);
    draw();
  };
  draw();
  open(
    t("End the game?"),
    el("p", {}, state.end_offer || t("The board is closed and the totals stand. Undo brings it back.")),
    el("h3", {}, t("Who holds what? Tap a player, then the tiles.")),
    el("p", {}, t("Leave out a rack that nobody knows: the reckoning then stays open.")),
    held,
    pool,
    row(button(t("Cancel"), close), button(t("End game"), whenDone(() => change("/api/end", { racks })), "primary")),
  );
}

/** The play card of a game that is over. */
export function resultCard(state, way) {
  const { facts } = state;
  const table = state.panels.find(({ kind }) => kind === "result");
  const next = state.players[1 % state.players.length]?.name ?? "";
  const { page } = way;
  return {
    kind: "over",
    title: t("The game is over"),
    body: [
      el("p", { class: "waiting winner" }, state.result),
      ...(table?.lines.slice(1) ?? []).map((line) => el("p", {}, line)),
      table?.rows.length ? el("table", { class: "list final" },
        el("thead", {}, el("tr", {}, ...table.columns.map((title) => el("th", { scope: "col" }, title)))),
        el("tbody", {}, ...table.rows.map((row) => el("tr", {}, ...row.map((cell, i) => el(i ? "td" : "th", { scope: i ? null : "row", dir: i ? null : "auto" }, cell)))))) : null,
      facts.length ? el("dl", { class: "facts" }, ...facts.map(([name, what, whose]) => el("div", {}, el("dt", {}, name), el("dd", {}, what), el("dd", { class: "small" }, whose)))) : null,
    ].filter(Boolean),
    answers: [
      page.host && page.archive ? el("a", { class: "button", href: at(page.table ? `/games/${page.table}` : "/games") }, t("See the game")) : null,
      page.exports.length ? el("button", { type: "button", onclick: way.save }, t("Save game")) : null,
      page.host && page.setup ? el("a", { class: "button", href: at("/setup") }, t("New game")) : null,
      page.host && state.actions.includes("undo") ? el("button", { type: "button", onclick: way.undo }, t("Not over yet")) : null,
    ].filter(Boolean),
    primary: page.setup && page.table ? { text: t("Rematch, {player} begins", { player: next }), act: way.again } : null,
  };
}
