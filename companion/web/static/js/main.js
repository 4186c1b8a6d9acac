// Joins the parts: states come in and are drawn, taps go out as requests.

import { post } from "./api.js";
import { stayAwake } from "./awake.js";
import { showBlocks } from "./blocks.js";
import { Board, squareName } from "./board.js";
import { Card } from "./card.js";
import { showCamera, showChecks, startCamera } from "./camera.js";
import { Challenge } from "./challenge.js";
import { showClock, startClock } from "./clock.js";
import * as dialogs from "./dialogs.js";
import { byId, el } from "./dom.js";
import { askEnd } from "./ending.js";
import { showHalves } from "./facing.js";
import { playAgain, saveGame, speak, startMenu } from "./menu.js";
import { asideButtons, fill } from "./offers.js";
import { showScores, showTurns } from "./panels.js";
import { cardOf } from "./play.js";
import { sentence } from "./speech.js";
import { follow } from "./stream.js";
import { showGraph, showLeft, startTabs } from "./tabs.js";
import { foresee, openTurn } from "./turn.js";
import { t, useTexts } from "./texts.js";
import { points, Typing } from "./typing.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);

let state = page.state;

/** How the parts reach the page. */
const way = {
  page,
  change,
  fail,
  state: () => state,
  send: change,
  redraw,
  refused: (sentence) => (byId("fault").textContent = sentence),
  name: (square) => correct(square, t("Which letter is this blank? Then its word can be challenged.")),
  ask: (square) => correct(square),
  accept: (shown, choice) => accept(shown, choice),
  letter: (square, token, blank) => sendLetter(square, token, blank),
  word: (word, turn) => challenge.ask(word, turn),
  turn: (turn) => openTurn(turn, { ...way, state }),
  offer: (offer) => fill(offer, state, page, acting()),
  drop: () => change("/api/proposals/drop"),
  undo: () => change("/api/undo"),
  end: () => askEnd(state, meaning()),
  save: () => saveGame(page),
  again: () => playAgain(page),
  look: showChecks,
};

const card = new Card();
const challenge = new Challenge(way);
const board = new Board(page, {
  tap: (row, col) => tapped(row, col),
  key: (row, col, event) => page.host && typing.key(row, col, event),
});
const typing = new Typing({ ...way, board });
/** A square that waits until it is said what becomes of the play that lies there. */
let waits = null;
const link = follow(show, showLink);

function show(next) {
  if (next.table !== page.table) {
    location.reload(); // another game: other tiles, another board, other players
    return;
  }
  const said = sentence(state, next);
  state = next;
  if (said) {
    byId("said").textContent = said;
    speak(said, document.documentElement.lang);
  }
  document.body.classList.toggle("no-board", !state.has_board);
  document.body.classList.toggle("over", state.over);
  byId("game").textContent = state.game || t("Tabletop Companion");
  challenge.follow();
  showScores(state);
  showTurns(state, way);
  showBlocks(state);
  showActions();
  showGraph(state);
  showLeft(state);
  showHalves(state, page, { done: countIt, word: way.word, clock: pressClock });
  showClock(state);
  showCamera(state, page);
  if (typing.on) typing.follow();
  else redraw();
  lockForViewers();
}

/** Draw the board and the play card, which depend on what is being typed or asked besides the state. */
function redraw() {
  const laying = typing.on && !challenge.on;
  document.body.classList.toggle("is-typing", laying);
  board.show(state, { ...(typing.on ? typing.over : {}), bright: challenge.bright });
  if (!typing.on) board.mark(null);
  if (waits && !state.proposal) waits = null;
  card.show(challenge.on ? challenge.card() : laying ? typing.card() : waits ? firstWhat() : cardOf(state, way));
}

function showActions() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-action]"))) {
    button.hidden = !page.host || !state.actions.includes(button.dataset.action);
  }
}

function lockForViewers() {
  byId("host-open").hidden = page.host;
  document.body.classList.toggle("guest", !page.host);
  byId("clock").disabled = !page.host;
}

let wasDown = false;
let hideTimer = 0;
function showLink(up) {
  const banner = byId("link");
  if (!up) {
    wasDown = true;
    clearTimeout(hideTimer);
    banner.textContent = t("Connection lost. Trying again ...");
    banner.className = "banner";
    banner.hidden = false;
  } else if (wasDown) {
    wasDown = false;
    banner.textContent = t("Connected again.");
    banner.className = "banner good";
    hideTimer = setTimeout(() => (banner.hidden = true), 2500);
    if (typing.on) typing.follow();
  }
}

/**
 * Send a change; its new state is drawn at once, the stream brings it to everybody else.
 * @param {object} seen  what was on the screen when it was meant, of its state
 */
async function change(path, body = {}, seen = state.seen) {
  byId("fault").textContent = "";
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await post(path, { ...body, seen });
    if (answer.state && answer.state.version >= state.version) show(answer.state);
    return answer;
  } catch (refusal) {
    if (refusal.state && refusal.state.version >= state.version) show(refusal.state);
    fail(refusal);
    link.refresh();
    return null;
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

/** For a dialog: it means what was on the screen when it opened, until it was told otherwise. */
function meaning() {
  let seen = state.seen;
  return async (path, body) => {
    const answer = await change(path, body, seen);
    seen = state.seen;
    return answer;
  };
}

function pressClock() {
  if (page.host) change("/api/clock");
}

function countIt() {
  if (state.proposal) accept(state.proposal, 0);
}

/** What buttons do that are drawn now. */
function acting() {
  const send = meaning();
  const act = (command, fields) => send("/api/actions", { command, fields });
  act.foresee = (command, fields) => foresee({ command, fields }, way, "/api/actions");
  return act;
}

function fail(refusal) {
  byId("fault").textContent = refusal.message;
  dialogs.tell(refusal.message);
}

/** Count what is shown; the tiles go along, so that nothing counts that was not seen. */
const accept = (shown, choice) => change("/api/proposals", { choice, tiles: shown.tiles });

const sendLetter = (square, letter, blank, send = change) => send("/api/corrections", { square, letter, blank });

function tapped(row, col) {
  if (!page.host || challenge.on) return;
  const square = squareName(row, col);
  const taken = state.cells[row][col] || state.proposal?.tiles.some(([where]) => where === square) || state.ignored.includes(square);
  if (!typing.on && !taken && state.proposal?.plays.length && typing.may) {
    waits = { row, col };
    redraw();
  } else if (typing.on || !taken ? !typing.tap(row, col) : true) correct(square);
}

/** A word is begun while a play lies there uncounted: what becomes of that first? */
function firstWhat() {
  const { row, col } = waits;
  const { plays, counts } = state.proposal;
  const word = plays.at(-1).words[0].text;
  const then = (act) => async () => {
    const done = await act();
    waits = null;
    if (done && typing.may) typing.begin(row, col);
    else redraw();
  };
  const back = () => {
    waits = null;
    redraw();
  };
  return {
    key: `first ${state.version} ${row} ${col}`,
    kind: "ask",
    title: t("{word} is not counted yet", { word }),
    body: [el("p", {}, t("A new word begins on {square}. What becomes of {word}?", { square: squareName(row, col), word }))],
    answers: [dialogs.button(t("Take {word} back", { word }), then(way.drop)), dialogs.button(t("Leave it"), back)],
    primary: { text: t("Count {word}, {points}", { word, points: points(counts ?? plays.at(-1).score) }), act: then(() => accept(state.proposal, 0)) },
  };
}

function correct(square, why = null) {
  if (!page.host) return;
  const row = Number.parseInt(square, 10) - 1;
  const col = square.charCodeAt(square.length - 1) - 65;
  const doubt = state.doubtful.find((d) => d.square === square);
  const proposed = state.proposal?.tiles.find(([where]) => where === square)?.[1];
  const text = state.cells[row][col] || proposed || doubt?.candidates[0]?.[0] || "";
  const send = meaning();
  const ignored = state.ignored.includes(square);
  if (!text && !ignored) return;
  dialogs.askLetter({
    square,
    help: ignored ? t("This square is left out of the play. If a tile does lie there, tap its letter and it counts.") : why,
    text,
    candidates: doubt?.candidates ?? [],
    likely: state.unnamed.find((blank) => blank.square === square)?.likely ?? [],
    letters: page.letters,
    onPick: (letter, blank) => sendLetter(square, letter, blank, send),
    onWord: typing.may && state.cells[row][col] ? dialogs.then(() => typing.begin(row, col)) : null,
  });
}

const playerNow = () => state.players[state.on_turn]?.name ?? "";

const ACTIONS = {
  undo: () => change("/api/undo"),
  redo: () => change("/api/redo"),
  pass: () => {
    const send = meaning();
    dialogs.confirm({
      title: t("Pass this turn?"),
      help: t("{player} scores nothing and the turn goes on.", { player: playerNow() }),
      yes: t("Pass"),
      onYes: () => send("/api/turns", { kind: "pass" }),
    });
  },
  exchange: () => {
    const send = meaning();
    dialogs.askCount({ player: playerNow(), most: page.rack, onPick: (count) => send("/api/turns", { kind: "exchange", count }) });
  },
};

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-action]"))) {
  button.addEventListener("click", () => ACTIONS[button.dataset.action]());
}
const share = () => dialogs.showShare(page.addresses);
byId("share-open").addEventListener("click", share);
startMenu(page, {
  share,
  change,
  state: () => state,
  aside: () => [
    ...(page.colouring ? [dialogs.button(t("Read the colours of the empty board"), dialogs.then(() => change("/api/colours")))] : []),
    ...asideButtons(state, page, acting()),
  ],
  end: way.end,
});
startTabs();
stayAwake();
startClock(pressClock);
byId("host-open").addEventListener("click", () =>
  dialogs.askPin(page.pin_digits, async (pin) => {
    try {
      await post("/api/host", { pin });
      location.reload();
    } catch (refusal) {
      byId("fault").textContent = refusal.message;
    }
  }),
);

show(state);
startCamera(page);
document.body.dataset.drawn = "";
