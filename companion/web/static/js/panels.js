// Scores and the list of turns: drawn from a state, never computed.

import { shown } from "./clock.js";
import { byId, el } from "./dom.js";
import { wordButton } from "./play.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

const COLOURS = ["red", "blue", "green", "yellow", "purple", "black"];

export function showScores(state) {
  const box = byId("scores");
  const panel = state.panels.find(({ progress }) => progress);
  box.classList.toggle("team", Boolean(panel));
  if (panel) return box.replaceChildren(...team(panel, state));
  const gains = new Map(state.turns.map((turn) => [turn.player, turn]));
  const money = state.panels.some(({ kind }) => kind === "balances");
  box.dataset.count = String(state.players.length);
  box.classList.toggle("long", state.players.some(({ total }) => `${money ? "$" : ""}${total}`.length > 4));
  return box.replaceChildren(...state.players.map((player, seat) => {
    const turn = seat === state.on_turn && !state.over;
    const last = gains.get(player.name);
    return el("li", { class: turn ? "score turn" : "score", "data-colour": state.colours[seat] || COLOURS[seat % COLOURS.length], "data-total": player.total, "aria-current": turn ? "true" : null },
      el("div", { class: "name" }, el("b", { dir: "auto" }, player.name), turn ? el("span", { class: "now" }, t("to play")) : null),
      el("div", { class: "total" },
        money ? `$${player.total}` : String(player.total),
        last?.kind === "play" && !money ? el("span", { class: "gain" }, t("+{points}", { points: last.score })) : null,
        state.clock ? el("span", { class: "time", "data-seat": seat }) : null));
  }));
}

/** Players who win or lose as one have one result: so much of so much. */
function team(panel, state) {
  const [done, all] = panel.progress;
  const next = Math.min(all, done + (state.proposal?.met?.length ?? 0));
  const pips = Array.from({ length: all }, (_, i) => el("i", { class: i < done ? "done" : i < next ? "now" : null }));
  return [el("li", { class: "score" },
    el("div", { class: "total" }, String(done), " ", el("span", { class: "of" }, t("of {all}", { all }))),
    el("div", { class: "name" }, el("span", { class: "small" }, panel.title), ...state.players.map((player, seat) => el("span", { class: seat === state.on_turn && !state.over ? "turn" : null, dir: "auto" }, player.name))),
    el("div", { class: "pips", "aria-hidden": "true" }, ...pips))];
}

export function showTurns(state, way) {
  const rows = [...state.turns].reverse().map((turn) => turnRow(turn, state, way));
  byId("turns").replaceChildren(...(rows.length ? rows : [el("li", { class: "empty" }, t("No turn yet."))]));
}

function turnRow(turn, state, way) {
  const what = [el("span", { class: "sr" }, turn.player)];
  const [main, ...cross] = turn.words;
  if (main) what.push(wordButton(main, "", way, turn), el("span", { class: "at" }, [turn.coordinate, cross.map(({ text }) => text).join(" ")].filter(Boolean).join(" · ")));
  else what.push(el("span", {}, worded("turns", turn.kind) ?? turn.kind));
  if (turn.seconds !== null) what.push(el("span", { class: "at", "aria-label": t("Time") }, shown(turn.seconds)));
  if (turn.withdrawn) what.push(el("span", { class: "at" }, t("withdrawn")));
  if (turn.detail) what.push(el("span", { class: "small" }, turn.detail));
  const sign = turn.score >= 0 ? "+" : "";
  return el("li", { class: turn.withdrawn ? "gone" : null },
    el("button", { type: "button", class: turn.picture ? "n seen" : "n", "aria-label": t("Turn {number}, open", { number: turn.number }), onclick: () => way.turn(turn) }, String(turn.number)),
    el("i", { class: "who-mark", "data-colour": state.colours[turn.seat] || COLOURS[turn.seat], title: turn.player, "aria-hidden": "true" }, [...turn.player][0] ?? ""),
    el("div", { class: "what" }, ...what),
    el("b", { class: "plus" }, `${sign}${turn.score}`),
    el("span", { class: "sum", "aria-label": t("total {total}", { total: turn.total }) }, String(turn.total)));
}
