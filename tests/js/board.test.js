import assert from "node:assert/strict";
import { test } from "node:test";

import { meant, squareName, tileOf } from "../../companion/web/static/js/board.js";
import { estatesOf } from "../../companion/web/static/js/track.js";

test("a square is named by its row, then its column", () => {
  assert.equal(squareName(7, 7), "8H");
  assert.equal(squareName(0, 14), "1O");
});

test("a cell holds nothing, a letter, a blank that stands for one, or a bare blank", () => {
  assert.equal(tileOf(""), null);
  assert.deepEqual(tileOf("Q"), { letter: "Q", blank: false });
  assert.deepEqual(tileOf("q"), { letter: "Q", blank: true });
  assert.deepEqual(tileOf("ä"), { letter: "Ä", blank: true });
  assert.deepEqual(tileOf("?"), { letter: "", blank: true });
});

test("a word typed all in small letters is meant in capitals, not all in blanks", () => {
  assert.equal(meant(" house "), "HOUSE");
  assert.equal(meant("HoUSE"), "HoUSE");
  assert.equal(meant("ab"), "ab"); // two blanks may lie
});

test("a letter without capital or small form is no blank", () => {
  assert.deepEqual(tileOf("א"), { letter: "א", blank: false });
});

test("squares have the colour seen on the board, and the property that lies there", () => {
  const state = {
    panels: [
      { kind: "squares", columns: ["Colour", "Squares"], rows: [["red", "1A 15O"], ["mauve", "8H"]] },
      { kind: "estates", columns: ["Id", "Property", "Value", "Holder", "Squares", "Colour"], rows: [["b1", "Harbour Road", "$60", "Ann", "1A", "#123456"]] },
      { kind: "table", columns: ["Player", "Cash"], rows: [["Ann", "500"]] },
    ],
  };
  assert.deepEqual([...estatesOf(state)], [
    ["1A", { name: "Harbour Road", colour: "#123456" }],
    ["15O", { name: "red", colour: "#c8372d" }],
    ["8H", { name: "mauve", colour: "#888888" }],
  ]);
});
