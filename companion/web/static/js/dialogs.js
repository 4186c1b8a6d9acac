// The one dialog and what it can ask.

import { at } from "./api.js";
import { byId, el } from "./dom.js";
import { tileOf } from "./drawing.js";
import { t } from "./texts.js";

const dialog = byId("dialog");
let pressed = null; // a tap that opened the dialog does not close it
dialog.addEventListener("pointerdown", (event) => (pressed = event.target));
dialog.addEventListener("click", (event) => event.target === dialog && pressed === dialog && dialog.close());

export function open(title, ...content) {
  dialog.replaceChildren(el("h2", { id: "dialog-title" }, title), ...content.filter(Boolean));
  pressed = null;
  if (!dialog.open) dialog.showModal();
  beside();
}

const LEAST_PX = 300; // a dialog that would be smaller stands in the middle

/** Stand beside the board, or below it: it stays in sight. */
function beside() {
  const board = byId("board")?.getBoundingClientRect();
  Object.assign(dialog.style, { inset: "", width: "", maxHeight: "" });
  if (!board?.width || board.right <= 0 || board.bottom <= 0) return;
  const [right, below] = [innerWidth - board.right, innerHeight - board.bottom];
  if (right >= LEAST_PX) Object.assign(dialog.style, { inset: `0 0 0 ${board.right + 6}px`, width: `${Math.min(520, right - 12)}px` });
  else if (below >= LEAST_PX) Object.assign(dialog.style, { inset: `${board.bottom + 6}px 0 0 0`, maxHeight: `${below - 12}px` });
}
addEventListener("resize", () => dialog.open && beside());

export const close = () => dialog.close();

export const button = (text, onclick, kind = null) => el("button", { type: "button", class: kind, onclick }, text);
export const row = (...buttons) => el("div", { class: "row" }, ...buttons.filter(Boolean));
export const then = (act) => () => {
  close();
  act();
};

/** Close when it is done; refused, the dialog stays with what was typed. */
export const whenDone = (act) => async () => {
  const asked = dialog.firstChild;
  const answer = await act();
  if (answer && dialog.firstChild === asked) close();
};

/** Say in an open dialog why something was refused. */
export function tell(sentence) {
  if (!dialog.open) return;
  dialog.querySelector(".fault")?.remove();
  dialog.lastElementChild.before(el("p", { class: "fault", role: "alert" }, sentence));
}

/** Ask for the right letter of a square. */
export function askLetter({ square, text, candidates, likely: fits = [], letters, onPick, onWord = null, help = null }) {
  const now = tileOf(text);
  const blank = el("input", { type: "checkbox", checked: Boolean(now?.blank) || fits.length > 0 });
  const pick = (letter) => then(() => onPick(letter, blank.checked));
  const likely = candidates.filter(([token]) => token && token !== "?");
  const shown = now?.letter || (now ? "?" : t("empty"));
  open(
    t("Square {square}", { square }),
    help ? el("p", {}, help) : el("p", { class: "small" }, t("Now: {what}", { what: shown }), " · ", t("Every later score follows.")),
    likely.length ? el("h3", {}, t("The camera's candidates")) : null,
    likely.length
      ? el("div", { class: "likely" }, ...likely.map(([token, p]) =>
          el("button", { type: "button", class: "candidate", onclick: pick(token) }, token, el("small", {}, `${Math.round(100 * p)} %`))))
      : null,
    fits.length ? el("h3", {}, t("Letters that make words")) : null,
    fits.length
      ? el("div", { class: "likely" }, ...fits.map((token) => el("button", { type: "button", class: "candidate fit", onclick: pick(token) }, token)))
      : null,
    el("h3", {}, t("All letters")),
    el("div", { class: "letters" }, ...letters.map(([token, value]) =>
      el("button", { type: "button", "aria-label": token, "aria-pressed": token === now?.letter ? "true" : null, onclick: pick(token) }, token, el("small", {}, String(value))))),
    el("label", { class: "check" }, blank, t("This tile is a blank")),
    row(onWord ? button(t("A new word begins here"), onWord) : null, button(t("Cancel"), close)),
  );
}

export function askCount({ player, most, onPick }) {
  const counts = Array.from({ length: most }, (_, i) => i + 1);
  open(
    t("Exchange tiles"),
    el("p", {}, t("How many tiles does {player} put back?", { player })),
    el("div", { class: "letters" }, ...counts.map((n) => button(String(n), then(() => onPick(n))))),
    row(button(t("Cancel"), close)),
  );
}

export function confirm({ title, help, yes, onYes }) {
  open(title, el("p", {}, help), row(button(t("Cancel"), close), button(yes, then(onYes), "primary")));
}

export function showShare(addresses) {
  const parts = addresses.length
    ? [
        el("p", {}, t("Scan this with a phone or tablet on the same network.")),
        ...addresses.flatMap((address, i) => [
          i === 0 || i < addresses.length - 1 ? el("img", { class: "code", src: at(`/api/join.svg?of=${i}`), alt: address }) : null,
          el("p", { class: "address" }, address),
        ]).filter(Boolean),
      ]
    : [el("p", {}, t("This page is only open on this computer. Start with --lan to let other devices in."))];
  open(t("Open on another device"), ...parts, row(button(t("Close"), close, "primary")));
}

export function askPin(digits, onPin) {
  const pin = el("input", { class: "pin", inputmode: digits ? "numeric" : "text", autocapitalize: "off", autocomplete: "off", "aria-labelledby": "dialog-title", maxlength: 64 });
  const enter = then(() => onPin(pin.value));
  pin.addEventListener("keydown", (event) => event.key === "Enter" && enter());
  open(t("Host PIN"), el("p", {}, t("You are watching. Enter the PIN shown where the companion was started to take part.")), pin, row(button(t("Cancel"), close), button(t("Enter"), enter, "primary")));
  pin.focus();
}
