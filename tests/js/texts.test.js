import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { t, tc, tn, useTexts } from "../../companion/web/static/js/texts.js";

const POLISH = {
  "{name} wins": ["{name} wygrywa"],
  "verb\u0004Pass": ["Pasuj"],
  Pass: ["Pas"],
  "One card is left": ["Została {count} karta", "Zostały {count} karty", "Zostało {count} kart"],
};

beforeEach(() => useTexts({ language: "en", texts: {} }));

test("without a catalogue a text is its own English", () => {
  assert.equal(t("{name} wins", { name: "Ann" }), "Ann wins");
  assert.equal(tc("verb", "Pass"), "Pass");
});

test("a gap that nothing fills stays, and a name that looks like one is not filled again", () => {
  assert.equal(t("{name} wins by {score}", { name: "{score}" }), "{score} wins by {score}");
});

test("the catalogue's text stands for the English one, by its context where it has one", () => {
  useTexts({ language: "pl", texts: POLISH });
  assert.equal(t("{name} wins", { name: "Ann" }), "Ann wygrywa");
  assert.equal(tc("verb", "Pass"), "Pasuj");
  assert.equal(t("Pass"), "Pas");
  assert.equal(t("Undo"), "Undo");
});

test("English has two forms of number", () => {
  const left = (count) => tn("One card is left", "{count} cards are left", count, { count });
  assert.deepEqual([0, 1, 2].map(left), ["0 cards are left", "One card is left", "2 cards are left"]);
});

test("Polish has three, by the last digits", () => {
  useTexts({ language: "pl", texts: POLISH });
  const left = (count) => tn("One card is left", "{count} cards are left", count, { count });
  assert.equal(left(1), "Została 1 karta");
  for (const few of [2, 4, 22, 104]) assert.equal(left(few), `Zostały ${few} karty`);
  for (const many of [0, 5, 12, 21, 111]) assert.equal(left(many), `Zostało ${many} kart`);
});
