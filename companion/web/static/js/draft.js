// A play laid by hand, where no camera looks: where it begins, which way it runs, its letters.

import { meant } from "./board.js";
import { el } from "./dom.js";
import { button, close, open, row, whenDone } from "./dialogs.js";
import { t } from "./texts.js";

/**
 * @param {string} square  where the word begins, such as 8H
 * @param {Array} letters  of the tile set
 * @param {(body: object) => void} onLay  gets the coordinate and the word
 */
export function askWordFrom(square, letters, onLay) {
  let down = false;
  const word = el("input", { class: "text", type: "text", maxlength: 40, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": t("The whole word"), id: "draft-word" });
  const blank = el("input", { type: "checkbox" });
  const ways = [false, true].map((way) =>
    el("button", { type: "button", "aria-pressed": String(way === down), onclick: () => turn(way) }, (way ? t("Down") : t("Across"))));
  const turn = (way) => {
    down = way;
    ways.forEach((node, i) => node.setAttribute("aria-pressed", String(Boolean(i) === down)));
  };
  // C and then H are two tiles, CH is one: brackets tell where a letter could be taken for both.
  const joins = (token) => letters.some(([other]) => other.length > 1 && (word.value + token).toUpperCase().endsWith(other));
  const add = (token) => {
    const text = blank.checked ? token.toLowerCase() : token;
    word.value += token.length > 1 || joins(token) ? `[${text}]` : text;
    blank.checked = false;
  };
  const back = () => (word.value = word.value.replace(/(\[[^\]]*\]|.)$/u, ""));
  const [, number, letter] = /^(\d+)([A-Z])$/.exec(square);
  const lay = whenDone(() => onLay({ coordinate: down ? `${letter}${number}` : square, word: meant(word.value) }));
  word.addEventListener("keydown", (event) => event.key === "Enter" && lay());
  open(
    t("Lay a word from {square}", { square }),
    el("p", { class: "small" }, t("For when no camera looks. Letters that lie there already are part of the word.")),
    el("div", { class: "choices" }, ...ways),
    el("div", { class: "typed" }, word, button("⌫", back)),
    el("div", { class: "letters" }, ...letters.map(([token, value]) => el("button", { type: "button", "aria-label": token, onclick: () => add(token) }, token, el("small", {}, String(value))))),
    el("label", { class: "check" }, blank, t("The next letter is a blank")),
    row(button(t("Cancel"), close), button(t("Show its score"), lay, "primary")),
  );
}
