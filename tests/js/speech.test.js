import assert from "node:assert/strict";
import { test } from "node:test";

import { sentence } from "../../companion/web/static/js/speech.js";

const play = { kind: "play", player: "Ann", score: 24, total: 24, words: [{ text: "HOUSE" }, { text: "EH" }] };

const state = (turns = [], more = {}) => ({
  players: [{ name: "Ann", total: 24 }, { name: "Bob", total: 7 }], on_turn: 1, turns, proposal: null, ...more,
});

test("a state that is the same says nothing", () => {
  const one = state();
  assert.equal(sentence(one, one), "");
  assert.equal(sentence(state([play]), state([play])), "");
});

test("a turn more is told with its words, its points and how the game stands", () => {
  const told = sentence(state(), state([play]));
  for (const part of ["Ann", "HOUSE, EH", "24", "Bob 7"]) assert.ok(told.includes(part), told);
});

test("a turn that is taken back or scored anew is told as a change", () => {
  const changed = "The game has changed. Ann 24, Bob 7.";
  assert.equal(sentence(state([play]), state()), changed);
  assert.equal(sentence(state([play]), state([{ ...play, total: 22 }])), changed);
  assert.equal(sentence(state(), state([play, play])), changed);
});

test("a play that lies on the board is told once", () => {
  const lies = state([play], { proposal: { plays: [{ score: 9, words: [{ text: "TOY" }] }] } });
  assert.equal(sentence(state([play]), lies), "Bob lays TOY for 9. Press Done to count it.");
  assert.equal(sentence(lies, structuredClone(lies)), "");
});
