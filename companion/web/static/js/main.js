// Joins the parts: states come in and are drawn, taps go out as requests.

import { get, post } from "./api.js";
import { Board, squareName } from "./board.js";
import * as dialogs from "./dialogs.js";
import { byId } from "./dom.js";
import * as panels from "./panels.js";
import { sentence } from "./speech.js";
import { follow } from "./stream.js";
import { t, useTexts } from "./texts.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);

let state = page.state;
const board = new Board(page, (row, col) => correct(squareName(row, col)));
const link = follow(show, showLink);

function show(next) {
  const said = sentence(state, next);
  state = next;
  if (said) byId("said").textContent = said;
  board.show(state);
  panels.showScores(state);
  panels.showPlay(state, { onWord: askWord, onChoice: (other) => accept(other, other.choice) });
  panels.showActions(state);
  panels.showDoubts(state, (square, token) => (token === "?" ? correct(square) : sendLetter(square, token, false)), correct);
  panels.showTurns(state, askWord);
  panels.showUnseen(state);
  lockForViewers();
}

function lockForViewers() {
  byId("host-open").hidden = page.host;
  document.body.classList.toggle("guest", !page.host);
  if (page.host) return;
  byId("done").disabled = true;
  for (const button of document.querySelectorAll("[data-action], .candidate")) button.disabled = true;
}

let wasDown = false;
let hideTimer = 0;
function showLink(up) {
  const banner = byId("link");
  if (!up) {
    wasDown = true;
    clearTimeout(hideTimer);
    banner.textContent = t("link.lost");
    banner.className = "banner";
    banner.hidden = false;
  } else if (wasDown) {
    wasDown = false;
    banner.textContent = t("link.back");
    banner.className = "banner good";
    hideTimer = setTimeout(() => (banner.hidden = true), 2500);
  }
}

/** Send a change; its new state is drawn at once, the stream brings it to everybody else. */
async function change(path, body) {
  byId("fault").textContent = "";
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await post(path, body);
    if (answer.state && answer.state.version >= state.version) show(answer.state);
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
    link.refresh();
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

/** Count what is shown; the tiles go along, so that nothing counts that was not seen. */
const accept = (shown, choice) => change("/api/proposals", { choice, tiles: shown.tiles });

const sendLetter = (square, letter, blank) => change("/api/corrections", { square, letter, blank });

function correct(square) {
  if (!page.host) return;
  const row = Number.parseInt(square, 10) - 1;
  const col = square.charCodeAt(square.length - 1) - 65;
  const doubt = state.doubtful.find((d) => d.square === square);
  const proposed = state.proposal?.tiles.find(([where]) => where === square)?.[1];
  const text = state.cells[row][col] || proposed || doubt?.candidates[0]?.[0] || "";
  if (!text) return;
  dialogs.askLetter({
    square,
    text,
    candidates: doubt?.candidates ?? [],
    letters: page.letters,
    onPick: (letter, blank) => sendLetter(square, letter, blank),
  });
}

async function askWord(word, turn) {
  byId("fault").textContent = "";
  try {
    const { verdict } = await get(`/api/verdicts?word=${encodeURIComponent(word)}`);
    const newest = state.turns.at(-1);
    const may = page.host && turn && turn.number === newest?.number && state.actions.includes("withdraw");
    dialogs.sayVerdict({ verdict, onWithdraw: may ? () => change("/api/withdrawals") : null });
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
  }
}

const playerNow = () => state.players[state.on_turn]?.name ?? "";

const ACTIONS = {
  undo: () => change("/api/undo"),
  redo: () => change("/api/redo"),
  pass: () =>
    dialogs.confirm({
      title: t("pass.title"),
      help: t("pass.help", { player: playerNow() }),
      yes: t("play.pass"),
      onYes: () => change("/api/turns", { kind: "pass" }),
    }),
  exchange: () =>
    dialogs.askCount({ player: playerNow(), most: page.rack, onPick: (count) => change("/api/turns", { kind: "exchange", count }) }),
  end: () => dialogs.confirm({ title: t("end.title"), help: t("end.help"), yes: t("play.end"), onYes: () => change("/api/end") }),
};

for (const button of document.querySelectorAll("[data-action]")) {
  button.addEventListener("click", () => ACTIONS[button.dataset.action]());
}
byId("done").addEventListener("click", () => {
  if (state.proposal) accept(state.proposal, 0);
});
byId("share-open").addEventListener("click", () => dialogs.showShare(page.addresses));
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
