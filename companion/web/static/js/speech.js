// What is said aloud by a screen reader when a state follows another.

import { t } from "./texts.js";

/** One sentence for what changed between two states, or "" for nothing worth saying. */
export function sentence(before, after) {
  if (before === after) return "";
  const totals = after.players.map((p) => `${p.name} ${p.total}`).join(", ");
  const turn = after.turns.at(-1);
  const old = before.turns.at(-1);
  if (after.turns.length === before.turns.length + 1) return turnSentence(turn, totals);
  if (after.turns.length !== before.turns.length || turn?.total !== old?.total) return t("said.changed", { totals });
  const play = after.proposal?.plays.at(-1);
  if (play && JSON.stringify(play) !== JSON.stringify(before.proposal?.plays.at(-1))) {
    const player = after.players[after.on_turn]?.name ?? "";
    return t("said.proposal", { player, words: words(play), score: play.score });
  }
  return "";
}

function turnSentence(turn, totals) {
  const values = { player: turn.player, words: words(turn), score: turn.score, totals };
  if (["play", "pass", "exchange", "withdrawn"].includes(turn.kind)) return t(`said.${turn.kind}`, values);
  return t("said.changed", values);
}

const words = (play) => play.words.map((word) => word.text).join(", ");
