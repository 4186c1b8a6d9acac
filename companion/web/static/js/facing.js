// Two players face each other across the tablet: a half for each, the far one turned round.

import { byId, el } from "./dom.js";
import { t, tn } from "./texts.js";
import { doneWith } from "./typing.js";

const KEY = "companion-facing";

export const facing = () => document.body.classList.contains("facing");

/** Switch the two halves on or off; remembered for next time. */
export function face(on) {
  document.body.classList.toggle("facing", on);
  try {
    localStorage.setItem(KEY, on ? "1" : "0");
  } catch {
    // then it lasts as long as the page
  }
}

export function wasFacing() {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}

/**
 * Draw both halves; with more or fewer than two players each half shows them all.
 * @param {object} state
 * @param {object} page
 * @param {object} act  `done()`, `word(word, turn)`, `clock()`
 */
export function showHalves(state, page, act) {
  const pair = state.players.length === 2;
  for (const [seat, id] of ["near", "far"].entries()) {
    byId(id).replaceChildren(...half(state, page, pair ? seat : null, act));
  }
}

function half(state, page, seat, act) {
  const mine = seat === null || seat === state.on_turn;
  const own = seat === null ? state.players.map((_, i) => i) : [seat];
  const other = seat === null ? null : state.players[1 - seat];
  const scores = own.map((i) =>
    el("div", { class: state.on_turn === i && !state.over ? "half-score turn" : "half-score", "data-colour": state.colours[i] || null },
      el("span", { class: "name" }, state.players[i].name), el("b", {}, String(state.players[i].total)), state.clock ? el("span", { class: "time", "data-seat": i }) : null));
  return [
    el("div", { class: "half-scores" }, ...scores, other ? el("span", { class: "against" }, `${other.name} ${other.total}`) : null),
    el("div", { class: "half-says" }, ...says(state, mine && seat !== null)),
    el("div", { class: "half-acts" }, ...(page.host && !state.over ? acts(state, mine, act) : [])),
  ];
}

function says(state, mine) {
  if (state.over) return [el("p", {}, t("The game is over"))];
  if (state.lift.length) return [el("p", { class: "unsure" }, tn("Lift the tile from {squares}.", "Lift the tiles from {squares}.", state.lift.length, { squares: state.lift.join(" ") }))];
  const play = state.proposal?.plays.at(-1);
  const player = state.players[state.on_turn]?.name ?? "";
  if (!play) return [el("p", { class: "who" }, mine ? t("Your turn") : t("{player} to play", { player }))];
  const asked = state.doubtful.length + state.unnamed.length > 0;
  return [
    el("p", { class: "what" }, el("span", { class: "word" }, play.words[0].text), " ", el("b", { class: "points" }, `+${state.proposal.counts ?? play.score}`)),
    asked ? el("p", { class: "unsure" }, t("Tap the glowing square")) : el("p", { class: "at" }, t("{player} lays", { player }), " ", play.coordinate),
  ];
}

function acts(state, mine, act) {
  const buttons = [];
  const doubt = state.challenge;
  const turn = doubt && state.turns.find((one) => one.number === doubt.turn);
  if (mine && turn?.words.length && !state.proposal) {
    buttons.push(el("button", { type: "button", onclick: () => act.word(turn.words[0].text, turn) }, t("Challenge {word}", { word: turn.words[0].text })));
  }
  if (mine && state.clock) buttons.push(el("button", { type: "button", onclick: act.clock }, state.clock.running === null ? t("Start the clocks") : state.clock.paused ? t("Go on") : t("Pause")));
  if (mine) buttons.push(el("button", { type: "button", class: "done", disabled: !state.proposal, onclick: act.done }, state.proposal ? doneWith(state.proposal.counts ?? 0, state.team ? state.proposal.met.length : null) : t("Done")));
  return buttons;
}
