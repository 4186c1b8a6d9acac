// The one dialog and what it can ask.

import { byId, el, svg } from "./dom.js";
import { t } from "./texts.js";
import { tileOf } from "./board.js";

const dialog = byId("dialog");
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

function open(title, ...content) {
  dialog.replaceChildren(el("h2", { id: "dialog-title" }, title), ...content.filter(Boolean));
  if (!dialog.open) dialog.showModal();
}

export const close = () => dialog.close();

const button = (text, onclick, kind = null) => el("button", { type: "button", class: kind, onclick }, text);
const row = (...buttons) => el("div", { class: "row" }, ...buttons.filter(Boolean));
const then = (act) => () => {
  close();
  act();
};

/** Ask for the right letter of a square. */
export function askLetter({ square, text, candidates, letters, onPick }) {
  const now = tileOf(text);
  const blank = el("input", { type: "checkbox", checked: Boolean(now?.blank) });
  const pick = (letter) => then(() => onPick(letter, blank.checked));
  const likely = candidates.filter(([token]) => token && token !== "?");
  const shown = now?.letter || (now ? "?" : t("board.empty"));
  open(
    t("correct.title", { square }),
    el("p", { class: "small" }, t("correct.now", { what: shown }), " · ", t("correct.help")),
    likely.length ? el("h3", {}, t("correct.likely")) : null,
    likely.length
      ? el("div", { class: "likely" }, ...likely.map(([token, p]) =>
          el("button", { type: "button", class: "candidate", onclick: pick(token) }, token, el("small", {}, `${Math.round(100 * p)} %`))))
      : null,
    el("h3", {}, t("correct.all")),
    el("div", { class: "letters" }, ...letters.map(([token, value]) =>
      el("button", { type: "button", "aria-label": token, "aria-pressed": token === now?.letter ? "true" : null, onclick: pick(token) }, token, el("small", {}, String(value))))),
    el("label", { class: "check" }, blank, t("correct.blank")),
    row(button(t("dialog.cancel"), close)),
  );
}

/** Say what the word list says. */
export function sayVerdict({ verdict, onWithdraw }) {
  const path = verdict.known ? "M5 13l4.500 4.500L19 7" : "M12 6v8M12 18v.1";
  const mark = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
  const key = verdict.known ? "verdict.known" : "verdict.unknown";
  open(
    t("verdict.title", { word: verdict.word }),
    el("p", { class: verdict.known ? "verdict" : "verdict not" }, mark, el("span", {}, t(key, verdict))),
    row(onWithdraw && !verdict.known ? button(t("verdict.withdraw"), then(onWithdraw)) : null, button(t("dialog.close"), close, "primary")),
  );
}

export function askCount({ player, most, onPick }) {
  const counts = Array.from({ length: most }, (_, i) => i + 1);
  open(
    t("exchange.title"),
    el("p", {}, t("exchange.help", { player })),
    el("div", { class: "letters" }, ...counts.map((n) => button(String(n), then(() => onPick(n))))),
    row(button(t("dialog.cancel"), close)),
  );
}

export function confirm({ title, help, yes, onYes }) {
  open(title, el("p", {}, help), row(button(t("dialog.cancel"), close), button(yes, then(onYes), "primary")));
}

export function showShare(addresses) {
  const parts = addresses.length
    ? [
        el("p", {}, t("share.help")),
        el("img", { class: "code", src: "/api/join.svg", alt: addresses[0] }),
        ...addresses.map((address) => el("p", { class: "address" }, address)),
      ]
    : [el("p", {}, t("share.local"))];
  open(t("share.title"), ...parts, row(button(t("dialog.close"), close, "primary")));
}

export function askPin(onPin) {
  const pin = el("input", { class: "pin", inputmode: "numeric", autocomplete: "off", "aria-labelledby": "dialog-title", maxlength: 12 });
  const enter = then(() => onPin(pin.value));
  pin.addEventListener("keydown", (event) => event.key === "Enter" && enter());
  open(t("host.title"), el("p", {}, t("host.help")), pin, row(button(t("dialog.cancel"), close), button(t("host.enter"), enter, "primary")));
  pin.focus();
}
