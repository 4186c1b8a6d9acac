// Scores, this turn, doubts and the list of turns: drawn from a state, never computed.

import { shown } from "./clock.js";
import { byId, el } from "./dom.js";
import { t, tn } from "./texts.js";
import { worded } from "./wordings.js";

const percent = (p) => `${Math.round(100 * p)} %`;

export function showScores(state, colours = []) {
  const gains = new Map();
  for (const turn of state.turns) gains.set(turn.player, turn);
  const rows = state.players.map((player, seat) => {
    const turn = seat === state.on_turn && !state.over;
    const last = gains.get(player.name);
    return el(
      "li",
      { class: turn ? "score turn" : "score", "data-colour": colours[seat] || null, "data-total": player.total, "aria-current": turn ? "true" : null },
      el("div", { class: "name" }, el("b", {}, player.name), turn ? el("span", { class: "now" }, t("to play")) : null),
      el(
        "div",
        { class: "total" },
        String(player.total),
        last?.kind === "play" ? el("span", { class: "gain" }, t("+{points}", { points: last.score })) : null,
        state.clock ? el("span", { class: "time", "data-seat": seat }) : null,
      ),
    );
  });
  byId("scores").className = rows.length > 2 ? "many" : "";
  byId("scores").replaceChildren(...rows);
}

/** A word as a button that asks for its verdict. */
function wordButton(word, kind, onWord, turn) {
  return el(
    "button",
    { type: "button", class: `word ${kind}`, "aria-label": t("Is {word} in the word list?", { word: word.text }), onclick: () => onWord(word.text, turn) },
    word.text,
    kind === "cross" ? el("small", {}, `+${word.points}`) : null,
  );
}

export function showPlay(state, { onWord, onChoice }) {
  const box = byId("proposal");
  const done = byId("done");
  const proposal = state.proposal;
  const player = state.players[state.on_turn]?.name ?? "";
  document.body.classList.toggle("over", state.over);
  done.disabled = !proposal || state.over;
  const score = proposal?.counts ?? undefined;
  done.setAttribute("aria-label", score === undefined ? t("Done") : `${t("Done")}: ${t("Count this play for {score}", { score })}`);
  if (state.over) box.replaceChildren(el("p", { class: "who" }, t("The game is over")), el("p", { class: "waiting" }, outcome(state)));
  else if (!proposal) {
    const last = state.turns.find((turn) => turn.number === state.challenge?.turn);
    const word = last?.words[0]?.text;
    box.replaceChildren(
      el("p", { class: "waiting" }, player ? t("{player} to play", { player }) : ""),
      el("p", { class: "small" }, state.has_board ? t("Lay the tiles on the board, or tap the square where a word begins. The play and its score appear here before it counts.") : ""),
      word ? el("button", { type: "button", class: "doubtit", onclick: () => onWord(word, last) }, t("Challenge {word}", { word })) : "",
    );
  } else box.replaceChildren(...proposalLines(state, player, onWord, onChoice));
  showNotice(state);
}

function proposalLines(state, player, onWord, onChoice) {
  const { plays, withdrawn, swapped, sure, alternatives } = state.proposal;
  const lines = [];
  if (withdrawn.length) lines.push(el("p", { class: "who" }, t("The last play was taken off the board.")));
  if (swapped.length) lines.push(el("p", { class: "who" }, t("The blank on {squares} is swapped for the tile.", { squares: swapped.join(" ") })));
  for (const play of plays) {
    const points = play === plays.at(-1) && state.proposal.counts !== null ? state.proposal.counts : play.score;
    const who = plays.length > 1 ? t("Laid") : t("{player} lays", { player });
    lines.push(...playLines(play, points, who, onWord));
  }
  const { would, refused } = state.proposal;
  if (refused) lines.push(el("p", { class: "unsure" }, refused));
  if (would) lines.push(el("p", { class: "would" }, t("This gives: {what}", { what: would })));
  if (!sure && !state.doubtful.length) lines.push(el("p", { class: "unsure" }, t("Not quite sure of this reading. Please check the marked squares.")));
  if (!sure && alternatives.length) {
    const choices = alternatives.slice(0, 2).map((other) =>
      el("button", { type: "button", class: "word", onclick: () => onChoice(other) }, summary(other)));
    lines.push(el("div", { class: "words" }, el("span", { class: "at" }, t("or")), ...choices));
  }
  return lines;
}

function summary(other) {
  if (!other.plays.length) return t("The last play was taken off the board.");
  const plays = other.plays.map((play) => `${play.words[0].text} ${play.coordinate} +${play.score}`).join(", ");
  return other.swapped.length ? `${plays}. ${t("The blank on {squares} is swapped for the tile.", { squares: other.swapped.join(" ") })}` : plays;
}

function playLines(play, points, who, onWord) {
  const [main, ...cross] = play.words;
  const rest = cross.map((word) => wordButton(word, "cross", onWord, null));
  if (play.bonus) rest.push(el("span", { class: "at" }, t("all tiles +{points}", { points: play.bonus })));
  return [
    el("p", { class: "who" }, who, " ", el("span", { class: "at" }, play.coordinate)),
    el("div", { class: "line" }, wordButton(main, "main", onWord, null), el("span", { class: "points" }, `+${points}`)),
    rest.length ? el("div", { class: "words" }, ...rest) : null,
  ].filter(Boolean);
}

function outcome(state) {
  if (state.team) return (state.winners.length ? t("The team has won") : t("The team has lost"));
  if (!state.winners.length) return t("The reckoning is open");
  const best = state.winners.map((seat) => state.players[seat]);
  if (best.length === 1) return t("{player} wins with {points}", { player: best[0].name, points: best[0].total });
  return t("A tie at {points}", { points: best[0]?.total ?? 0 });
}

function showNotice(state) {
  const lift = byId("lift");
  lift.hidden = !state.lift.length;
  lift.textContent = state.lift.length ? tn("Lift the tile from {squares}.", "Lift the tiles from {squares}.", state.lift.length, { squares: state.lift.join(" ") }) : "";
  const box = byId("notice");
  box.hidden = !state.notice;
  box.textContent = state.notice ? (worded("notice", state.notice.kind) ?? state.notice.sentence) : "";
}

export function showActions(state) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-action]"))) {
    button.disabled = !state.actions.includes(button.dataset.action);
  }
}

export function showDoubts(state, onPick, onOther, onBlank) {
  const asked = new Set(state.doubtful.map((doubt) => doubt.square));
  const blanks = state.unnamed.filter(({ square }) => !asked.has(square)).map(({ square, likely }) =>
    el(
      "li",
      {},
      el("span", { class: "where" }, square),
      ...likely.slice(0, 3).map((token) =>
        el("button", { type: "button", class: "candidate fit", "aria-label": t("{letter} for the blank on {square}", { letter: token, square }), onclick: () => onBlank(square, token) }, token)),
      el("button", { type: "button", class: likely.length ? null : "candidate", onclick: () => onOther(square) }, (likely.length ? t("Other") : t("Blank: which letter?"))),
    ),
  );
  const rows = state.doubtful.map((doubt) =>
    el(
      "li",
      {},
      el("span", { class: "where" }, doubt.square),
      ...doubt.candidates.filter(([token]) => token).slice(0, 3).map(([token, p]) =>
        el(
          "button",
          { type: "button", class: "candidate", "aria-label": `${token === "?" ? t("blank") : token} ${percent(p)}, ${doubt.square}`, onclick: () => onPick(doubt.square, token) },
          token === "?" ? t("blank") : token,
          " ",
          el("small", {}, percent(p)),
        ),
      ),
      el("button", { type: "button", "aria-label": `${t("Other")}, ${doubt.square}`, onclick: () => onOther(doubt.square) }, t("Other")),
    ),
  );
  byId("doubts").hidden = rows.length + blanks.length === 0;
  const only = rows.length === 0;
  byId("doubts-title").firstChild.textContent = (only ? t("Blank: which letter?") : t("Which letter is it?"));
  byId("doubts-title").lastElementChild.textContent = (only ? t("Tap what it stands for.") : t("The camera is not sure. Tap the right letter."));
  byId("doubt-list").replaceChildren(...rows, ...blanks);
}

export function showTurns(state, onWord, onTurn) {
  const rows = [...state.turns].reverse().map((turn) => turnRow(turn, onWord, onTurn));
  byId("turns").replaceChildren(...(rows.length ? rows : [el("li", { class: "empty" }, t("No turn yet."))]));
}

function turnRow(turn, onWord, onTurn) {
  const what = [el("span", { class: "who" }, turn.player)];
  const words = turn.words.map((word) => wordButton(word, "", onWord, turn));
  if (words.length) what.push(...words, el("span", { class: "at" }, turn.coordinate));
  else what.push(el("span", {}, worded("turns", turn.kind) ?? turn.kind));
  if (turn.detail) what.push(el("span", { class: "small" }, turn.detail));
  if (turn.seconds !== null) what.push(el("span", { class: "at", "aria-label": t("Time") }, shown(turn.seconds)));
  if (turn.withdrawn) what.push(el("span", { class: "at" }, t("withdrawn")));
  const sign = turn.score >= 0 ? "+" : "";
  return el(
    "li",
    { class: turn.withdrawn ? "gone" : null },
    el("button", { type: "button", class: turn.picture ? "n seen" : "n", "aria-label": t("Turn {number}, open", { number: turn.number }), onclick: () => onTurn(turn) }, String(turn.number)),
    el("div", { class: "what" }, ...what),
    el(
      "div",
      { class: "score-cell" },
      el("b", {}, `${sign}${turn.score}`),
      el("span", { "aria-label": t("total {total}", { total: turn.total }) }, String(turn.total)),
    ),
  );
}

export function showUnseen(state) {
  const count = state.unseen;
  byId("unseen").textContent = count === null ? "" : tn("{count} tile unseen", "{count} tiles unseen", count, { count });
}

/** Squares that are left out, each a tap away from being taken back. */
export function showIgnored(state, onTake) {
  const box = byId("ignored");
  box.hidden = !state.ignored.length || state.over;
  box.replaceChildren(
    el("span", {}, tn("One square is left out: something lies there, but no play fits. Is it a tile?", "{count} squares are left out: something lies there, but no play fits. Is it a tile?", state.ignored.length, { count: state.ignored.length })),
    ...state.ignored.map((square) => el("button", { type: "button", "aria-label": t("{square}: it is a tile", { square }), onclick: () => onTake(square) }, square)),
  );
}

let revealed = "";

/** On a small screen the dock may lie over the tiles of a new proposal: scroll them free. */
export function reveal(state) {
  const tiles = state.doubtful.length ? state.doubtful.map((d) => d.square) : (state.proposal?.tiles ?? []).map(([square]) => square);
  const key = tiles.join(" ");
  if (key === revealed) return;
  revealed = key;
  const dock = byId("play");
  const nodes = tiles.map((square) => document.querySelector(`[data-square="${square}"]`)).filter(Boolean);
  if (!nodes.length || getComputedStyle(dock).position !== "sticky") return;
  const bottom = Math.max(...nodes.map((node) => node.getBoundingClientRect().bottom));
  const hidden = bottom + 8 - dock.getBoundingClientRect().top;
  if (hidden > 0) window.scrollBy({ top: hidden, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
}
