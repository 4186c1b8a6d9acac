// A word is tapped: what the list says, or a challenge with what it costs, told before it is made.

import { get, post } from "./api.js";
import { el, svg } from "./dom.js";
import { button, close, open, row, then } from "./dialogs.js";
import { t, tn } from "./texts.js";
import { worded } from "./wordings.js";

/**
 * @param {object} way  how the page is reached: `state`, `page`, `change(path, body)`, `fail(refusal)`, `name(square)`
 */
export function askWord(word, turn, way) {
  const rule = way.state.challenge;
  const doubted = rule && turn?.number === rule.turn && way.page.host;
  const blank = doubted && turn.words.some(({ text }) => text.includes("?")) && way.state.unnamed.find(({ square }) => way.state.last.includes(square));
  if (blank) way.name(blank.square);
  else if (doubted) offerChallenge(word, turn, rule, way);
  else lookUp(word, way);
}

async function lookUp(word, way) {
  try {
    const { verdict } = await get(`/api/verdicts?word=${encodeURIComponent(word)}`);
    sayVerdicts([verdict], null, way);
  } catch (refusal) {
    way.fail(refusal);
  }
}

function offerChallenge(word, turn, rule, way) {
  const players = way.state.players;
  const others = players.map((_, seat) => seat).filter((seat) => seat !== rule.owner);
  let by = others.find((seat) => seat === way.state.on_turn) ?? others[0];
  const words = new Set([word]);
  const seats = others.map((seat) => el("button", { type: "button", "aria-pressed": String(seat === by), onclick: () => choose(seat) }, players[seat].name));
  const choose = (seat) => {
    by = seat;
    seats.forEach((node, i) => node.setAttribute("aria-pressed", String(others[i] === by)));
    costs.textContent = cost(rule, players, by);
  };
  const costs = el("p", { id: "challenge-cost" }, cost(rule, players, by));
  const marks = turn.words.map(({ text }) => {
    const node = el("button", { type: "button", class: "word", "aria-pressed": String(words.has(text)) }, text);
    node.addEventListener("click", () => {
      if (words.has(text) && words.size > 1) words.delete(text);
      else words.add(text);
      node.setAttribute("aria-pressed", String(words.has(text)));
    });
    return node;
  });
  const seen = way.state.seen;
  const send = then(() => challenge([...words], by, turn, way, seen));
  open(
    t("Challenge {word}?", { word }),
    turn.words.length > 1 ? el("div", { class: "choices" }, ...marks) : null,
    others.length > 1 ? el("h3", {}, t("Who challenges?")) : null,
    others.length > 1 ? el("div", { class: "choices" }, ...seats) : null,
    costs,
    el("p", {}, t("If not: the play of {owner} comes off the board and scores nothing.", { owner: players[rule.owner].name })),
    row(button(t("Cancel"), close), button(t("Only look it up"), then(() => lookUp(word, way))), button(t("Challenge"), send, "primary")),
  );
}

function cost(rule, players, by) {
  const name = players[by].name;
  if (rule.good === "turn") return t("If it is in the list: {name} loses the next turn.", { name });
  if (rule.good === "points") {
    const who = rule.books === "player" ? players[rule.owner].name : name;
    return worded("challenge.good.points", `${rule.books}.${rule.per}`, { name: who, points: rule.points });
  }
  return t("If it is in the list: nothing happens.");
}

async function challenge(words, by, turn, way, seen) {
  const answer = await way.change("/api/challenges", { words, by, turn: turn.number }, seen);
  if (answer) sayVerdicts(answer.verdicts, answer.state, way);
}

/** Say what the list says of words; after a challenge also what follows. */
function sayVerdicts(verdicts, after, way) {
  const told = verdicts.flatMap((verdict) => {
    const path = verdict.known ? "M5 13l4.5 4.5L19 7" : "M12 6v8M12 18v.1";
    const mark = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
    const sentence = verdict.known ? t("{word} is in the {lexicon} list.", verdict) : t("{word} is not in the {lexicon} list.", verdict);
    return [
      el("p", { class: verdict.known ? "verdict" : "verdict not" }, mark, el("span", {}, sentence)),
      verdict.definition
        ? el("p", { class: "definition" }, el("span", { lang: "en" }, verdict.definition), " ", el("span", { class: "small" }, t("({source})", verdict)))
        : el("p", { class: "small" }, t("No definition is known here."), verdict.why ? ` ${verdict.why}` : null),
      way.page.house && way.page.host ? houseButton(verdict, way) : null,
    ].filter(Boolean);
  });
  const follows = [];
  if (after) {
    const bad = verdicts.some((verdict) => !verdict.known);
    follows.push(el("p", { class: "follows" }, (bad ? t("The challenge is right: the play comes off.") : t("The challenge is wrong: the play stands."))));
    if (after.lift.length) follows.push(el("p", { class: "follows" }, tn("Lift the tile from {squares}.", "Lift the tiles from {squares}.", after.lift.length, { squares: after.lift.join(" ") })));
  }
  open(t("{word}", { word: verdicts.map((v) => v.word).join(", ") }), ...told, ...follows, row(button(t("Close"), close, "primary")));
}

function houseButton(verdict, way) {
  const keep = async () => {
    try {
      const answer = await post("/api/words", { word: verdict.word, known: !verdict.known });
      sayVerdicts([answer.verdict], null, way);
    } catch (refusal) {
      close();
      way.fail(refusal);
    }
  };
  return button((verdict.known ? t("{word} does not count in our house", { word: verdict.word }) : t("{word} counts in our house", { word: verdict.word })), keep, "house");
}
