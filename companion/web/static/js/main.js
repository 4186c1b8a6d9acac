// Joins the parts: states come in and are drawn, taps go out as requests.

import { post } from "./api.js";
import { stayAwake } from "./awake.js";
import { showBlocks } from "./blocks.js";
import { Board, squareName } from "./board.js";
import { askWord } from "./challenge.js";
import { showClock, startClock } from "./clock.js";
import * as dialogs from "./dialogs.js";
import { byId } from "./dom.js";
import { askWordFrom } from "./draft.js";
import { askEnd } from "./ending.js";
import { showHalves } from "./facing.js";
import { speak, startMenu } from "./menu.js";
import { asideButtons, showOffers } from "./offers.js";
import * as panels from "./panels.js";
import { sentence } from "./speech.js";
import { follow } from "./stream.js";
import { showGraph, showLeft, startTabs } from "./tabs.js";
import { showEstates } from "./track.js";
import { foresee, openTurn } from "./turn.js";
import { t, useTexts } from "./texts.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);

let state = page.state;
/** How the dialogs reach the page. */
const way = {
  page,
  change,
  fail,
  name: (square) => correct(square, t("Which letter is this blank? Then its word can be challenged.")),
  get state() {
    return state;
  },
};
const onWord = (word, turn) => askWord(word, turn, way);
const onTurn = (turn) => openTurn(turn, way);
const board = new Board(page, (row, col) => correct(squareName(row, col)));
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
  board.show(state);
  panels.showScores(state, state.colours);
  panels.showPlay(state, { onWord, onChoice: (other) => accept(other, other.choice) });
  panels.showActions(state);
  panels.showDoubts(state, (square, token) => (token === "?" ? correct(square) : sendLetter(square, token, false)), correct, (square, token) => sendLetter(square, token, true));
  panels.showTurns(state, onWord, onTurn);
  panels.showUnseen(state);
  panels.showIgnored(state, correct);
  showBlocks(state, state.colours);
  showEstates(state);
  showOffers(state, page, acting());
  showGraph(state);
  showLeft(state);
  showHalves(state, page, { done: countIt, word: onWord, clock: pressClock });
  showClock(state);
  panels.reveal(state);
  lockForViewers();
}

function lockForViewers() {
  byId("host-open").hidden = page.host;
  document.body.classList.toggle("guest", !page.host);
  if (page.host) return;
  byId("done").disabled = true;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-action], .candidate, #offers button, #clock"))) button.disabled = true;
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

function correct(square, why = null) {
  if (!page.host) return;
  const row = Number.parseInt(square, 10) - 1;
  const col = square.charCodeAt(square.length - 1) - 65;
  const doubt = state.doubtful.find((d) => d.square === square);
  const proposed = state.proposal?.tiles.find(([where]) => where === square)?.[1];
  const text = state.cells[row][col] || proposed || doubt?.candidates[0]?.[0] || "";
  const mayLay = state.actions.includes("play");
  const send = meaning();
  const byHand = () => askWordFrom(square, page.letters, (body) => send("/api/drafts", body));
  const ignored = state.ignored.includes(square);
  if (!text && !ignored) {
    if (mayLay) byHand();
    return;
  }
  dialogs.askLetter({
    square,
    help: ignored ? t("This square is left out of the play. If a tile does lie there, tap its letter and it counts.") : why,
    text,
    candidates: doubt?.candidates ?? [],
    likely: state.unnamed.find((blank) => blank.square === square)?.likely ?? [],
    letters: page.letters,
    onPick: (letter, blank) => sendLetter(square, letter, blank, send),
    onWord: mayLay ? byHand : null,
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
  end: () => askEnd(state, meaning()),
};

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-action]"))) {
  button.addEventListener("click", () => ACTIONS[button.dataset.action]());
}
byId("done").addEventListener("click", countIt);
const share = () => dialogs.showShare(page.addresses);
byId("share-open").addEventListener("click", share);
startMenu(page, share, () => [
  ...(page.colouring ? [dialogs.button(t("Read the colours of the empty board"), dialogs.then(() => change("/api/colours")))] : []),
  ...asideButtons(state, page, acting()),
], change, () => state);
startTabs();
stayAwake();
startClock(pressClock);
byId("host-open").addEventListener("click", () =>
  dialogs.askPin(async (pin) => {
    try {
      await post("/api/host", { pin });
      location.reload();
    } catch (refusal) {
      byId("fault").textContent = refusal.message;
    }
  }),
);

show(state);
document.body.dataset.drawn = "";
