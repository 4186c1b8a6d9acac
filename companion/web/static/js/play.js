// What the play card says of a state: who is on turn, what lies there, what is asked.

import { at } from "./api.js";
import { el } from "./dom.js";
import { resultCard } from "./ending.js";
import { offerButtons } from "./offers.js";
import { photoButton } from "./photo.js";
import { goalCards } from "./blocks.js";
import { t, tn } from "./texts.js";
import { doneWith } from "./typing.js";
import { worded } from "./wordings.js";

/**
 * @param {object} state
 * @param {object} way  `page`, `accept(shown, choice)`, `letter(square, token, blank)`, `ask(square)`, `word(word, turn)`, `offer(offer)`, `look()`, `again()`, `undo()`, `end()`, `refused(sentence)`
 * @returns {object} a card, as `Card.show` takes it
 */
export function cardOf(state, way) {
  const host = way.page.host;
  const draw = state.over ? resultCard : state.proposal ? proposed : trouble(state) ? troubleCard : waiting;
  const card = draw(state, way);
  const body = [...notes(state), ...card.body, ...leftOut(state, way)];
  const key = JSON.stringify([card.key ?? "", state.version, state.over, host]);
  return { ...card, key, body, primary: host ? card.primary : null, answers: host || state.over ? card.answers : [], turns: host && !state.over };
}

/** What stands above everything else: tiles to lift, what the camera has to say. */
function notes(state) {
  const lift = state.lift.length ? el("p", { class: "notice", id: "lift", role: "status" }, tn("Lift the tile from {squares}.", "Lift the tiles from {squares}.", state.lift.length, { squares: state.lift.join(" ") })) : null;
  const said = state.notice && (!trouble(state) || state.proposal || state.over) ? el("p", { class: "notice", id: "notice", role: "status" }, sentenceOf(state.notice)) : null;
  return [lift, said].filter(Boolean);
}

/** Squares that belong to no play, under what is asked now. */
function leftOut(state, way) {
  if (!state.ignored.length || state.over) return [];
  return [
    el("div", { class: "ignored", id: "ignored", role: "group", "aria-label": t("Squares left out") },
        el("span", {}, tn("One square is left out: something lies there, but no play fits. Is it a tile?", "{count} squares are left out: something lies there, but no play fits. Is it a tile?", state.ignored.length, { count: state.ignored.length })),
        ...state.ignored.map((square) => el("button", { type: "button", "aria-label": t("{square}: it is a tile", { square }), disabled: !way.page.host, onclick: () => way.ask(square) }, square))),
  ];
}

const sentenceOf = (notice) => worded("notice", notice.kind) ?? notice.sentence;

/** The camera cannot do its work; a hand that goes by is no trouble. */
const trouble = (state) => (state.notice && worded("camera.remedy", state.notice.kind) ? state.notice : null);

/** A word as a button that asks for its verdict. */
export const wordButton = (word, kind, way, turn) =>
  el("button", { type: "button", class: `word ${kind}`, "aria-label": [kind === "cross" ? `${word.text} +${word.points}.` : "", t("Is {word} in the word list?", { word: word.text })].filter(Boolean).join(" "), onclick: () => way.word(word.text, turn) },
    word.text, ...(kind === "cross" ? [" ", el("small", {}, `+${word.points}`)] : []));

// --- nothing lies there -----------------------------------------------------------------------

function waiting(state, way) {
  const player = state.players[state.on_turn]?.name ?? "";
  const last = state.turns.find((turn) => turn.number === state.challenge?.turn);
  const due = state.panels.find(({ kind }) => kind === "now");
  const mayLay = state.actions.includes("play");
  const { primary, answers } = offerButtons(state, way, mayLay);
  const help = due ? due.lines : state.has_board ? [state.has_camera ? t("Lay the tiles on the board; the play and its score appear here before it counts.") : t("Tap the square where a word begins, and type it.")] : [];
  return {
    kind: primary ? "step" : "waiting",
    title: player ? t("{player} to play", { player }) : (due?.title ?? ""),
    body: [...help.map((line) => el("p", { class: due ? "due" : "small" }, line)), ...goalCards(state)],
    answers: [
      last?.words[0] && way.page.host ? el("button", { type: "button", class: "doubtit", onclick: () => way.word(last.words[0].text, last) }, t("Challenge {word}", { word: last.words[0].text })) : null,
      state.has_camera || !mayLay ? null : photoButton(way),
      ...answers,
      state.end_offer ? el("button", { type: "button", onclick: way.end }, t("End game")) : null,
    ].filter(Boolean),
    primary,
  };
}

function troubleCard(state, way) {
  const { kind } = state.notice;
  const live = state.has_camera && way.page.host ? el("img", { class: "shot", src: at(`/api/camera.jpg?v=${state.version}`), alt: t("What the camera sees now"), "data-live": "" }) : null;
  return {
    kind: "stop",
    title: sentenceOf(state.notice),
    body: [el("div", { class: "camtrouble" }, live, el("p", {}, worded("camera.remedy", kind)))],
    answers: [el("button", { type: "button", onclick: way.look }, t("What the camera sees")), state.actions.includes("play") ? photoButton(way) : null, state.actions.includes("play") ? el("p", { class: "small" }, t("Until then tap the square where a word begins, and type it.")) : null].filter(Boolean),
    primary: null,
  };
}

// --- something lies there ---------------------------------------------------------------------

function proposed(state, way) {
  const { plays, withdrawn, swapped, sure, alternatives, would, refused, counts, met } = state.proposal;
  const player = state.players[state.on_turn]?.name ?? "";
  const lines = [];
  if (withdrawn.length) lines.push(el("p", { class: "who" }, t("The last play was taken off the board.")));
  if (swapped.length) lines.push(el("p", { class: "who" }, t("The blank on {squares} is swapped for the tile.", { squares: swapped.join(" ") })));
  for (const play of plays) lines.push(...playLines(play, play === plays.at(-1) && counts !== null ? counts : play.score, way));
  if (refused) lines.push(el("p", { class: "unsure" }, refused));
  if (would) lines.push(el("p", { class: "would" }, t("This gives: {what}", { what: would })));
  const question = doubtful(state, way) ?? blank(state, way);
  if (!question && !sure) lines.push(el("p", { class: "unsure" }, t("Not quite sure of this reading. Please check the marked squares.")));
  if (!sure && alternatives.length) {
    const choices = alternatives.slice(0, 2).map((other) => el("button", { type: "button", class: "word", onclick: () => way.accept(other, other.choice) }, summary(other)));
    lines.push(el("div", { class: "words" }, el("span", { class: "at" }, t("or")), ...choices));
  }
  const goals = state.team ? met.length : null;
  const answers = question?.answers ?? [el("button", { type: "button", id: "drop", onclick: way.drop }, t("Take it back"))];
  return {
    kind: question ? "ask" : "proposed",
    title: question?.title ?? (plays.length === 1 ? t("{player} lays", { player }) : plays.length ? t("Laid") : t("{player} to play", { player })),
    sub: question?.sub ?? "",
    body: question ? [question.body, ...lines] : [...lines, ...goalCards(state)],
    answers,
    primary: { text: refused ? t("Done") : plays.length ? doneWith(counts ?? plays.at(-1).score, goals, question?.letter ?? "") : t("Done"), act: () => way.accept(state.proposal, 0) },
  };
}

function summary(other) {
  if (!other.plays.length) return t("The last play was taken off the board.");
  const plays = other.plays.map((play) => `${play.words[0].text} ${play.coordinate} +${play.score}`).join(", ");
  return other.swapped.length ? `${plays}. ${t("The blank on {squares} is swapped for the tile.", { squares: other.swapped.join(" ") })}` : plays;
}

function playLines(play, points, way) {
  const [main, ...cross] = play.words;
  const rest = cross.map((word) => wordButton(word, "cross", way, null));
  if (play.bonus) rest.push(el("span", { class: "at" }, t("all tiles +{points}", { points: play.bonus })));
  return [
    el("div", { class: "lay line" }, el("span", {}, wordButton(main, "main", way, null), el("span", { class: "at" }, play.coordinate)), el("span", { class: "points" }, `+${points}`)),
    rest.length ? el("div", { class: "words" }, ...rest) : null,
  ].filter(Boolean);
}

/** The camera is not sure of a letter: its picture, and what each answer makes. */
function doubtful(state, way) {
  const laid = new Set(state.proposal.tiles.map(([square]) => square));
  const open = state.doubtful.filter(({ square }) => laid.has(square));
  const doubt = open[0] ?? state.doubtful[0];
  if (!doubt) return null;
  const { square, candidates, makes } = doubt;
  const choices = candidates.filter(([token]) => token).slice(0, 3).map(([token], i) => {
    const made = makes[i];
    const says = !made ? "" : made.known === false ? t("{word}, not in the list", made) : t("{word}, {score}", made);
    const name = token === "?" ? t("blank") : token;
    return el("button", { type: "button", class: i === 0 ? "candidate best" : "candidate", "aria-label": [[name, says].filter(Boolean).join(" "), square].join(", "), onclick: () => (token === "?" ? way.ask(square) : way.letter(square, token, false)) }, name, " ", says ? el("small", {}, says) : null);
  });
  const sure = open.map(({ candidates: [[token]] }) => (token === "?" ? t("blank") : token)).join(" ");
  return {
    title: t("Which letter is on {square}?", { square }),
    sub: open.length > 1 ? t("1 of {count}", { count: open.length }) : "",
    letter: sure,
    body: question(state, way, square, "doubts", choices),
    answers: [el("button", { type: "button", onclick: () => way.ask(square) }, t("Another letter"))],
  };
}

/** A blank needs its letter: those that make words first. */
function blank(state, way) {
  const unnamed = state.unnamed[0];
  if (!unnamed) return null;
  const { square, likely } = unnamed;
  const choices = likely.slice(0, 6).map((token) => el("button", { type: "button", class: "candidate fit", "aria-label": t("{letter} for the blank on {square}", { letter: token, square }), onclick: () => way.letter(square, token, true) }, token));
  return {
    title: t("Which letter is the blank on {square}?", { square }),
    sub: state.unnamed.length > 1 ? t("1 of {count}", { count: state.unnamed.length }) : "",
    letter: t("a blank"),
    body: question(state, way, square, "blanks", choices),
    answers: [el("button", { type: "button", class: choices.length ? null : "candidate", onclick: () => way.ask(square) }, choices.length ? t("Another letter") : t("Choose a letter"))],
  };
}

function question(state, way, square, id, choices) {
  const crop = state.has_camera && way.page.host ? el("img", { class: "crop", src: at(`/api/squares/${square}.jpg?v=${state.version}`), alt: t("The tile on {square} as the camera sees it", { square }) }) : null;
  crop?.addEventListener("error", () => crop.remove());
  return el("div", { class: "question", id, role: "group", "aria-labelledby": "play-title" }, crop, el("div", { class: "tiles", id: "doubt-list" }, ...choices));
}
