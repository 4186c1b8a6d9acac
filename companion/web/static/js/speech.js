// What is said aloud by a screen reader when a state follows another.

import { t } from "./texts.js";
import { worded } from "./wordings.js";



/** One sentence for what changed between two states, or "" for nothing worth saying. */
export function sentence(before, after) {
  if (before === after) return "";
  const totals = after.players.map((p) => `${p.name} ${p.total}`).join(", ");
  const turn = after.turns.at(-1);
  const old = before.turns.at(-1);
  if (after.turns.length === before.turns.length + 1) return turnSentence(turn, totals);
  if (after.turns.length !== before.turns.length || turn?.total !== old?.total) return t("The game has changed. {totals}.", { totals });
  const play = after.proposal?.plays.at(-1);
  if (play && JSON.stringify(play) !== JSON.stringify(before.proposal?.plays.at(-1))) {
    const player = after.players[after.on_turn]?.name ?? "";
    return t("{player} lays {words} for {score}. Press Done to count it.", { player, words: words(play), score: play.score });
  }
  return "";
}

function turnSentence(turn, totals) {
  const values = { player: turn.player, words: words(turn), score: turn.score, totals };
  return worded("said", turn.kind, values) ?? t("The game has changed. {totals}.", values);
}

const words = (play) => play.words.map((word) => word.text).join(", ");
