// The one dialog and what it can ask.

import { byId, el, svg } from "./dom.js";
import { t } from "./texts.js";
import { tileOf } from "./board.js";

const dialog = byId("dialog");
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

export function open(title, ...content) {
  dialog.replaceChildren(el("h2", { id: "dialog-title" }, title), ...content.filter(Boolean));
  if (!dialog.open) dialog.showModal();
}

export const close = () => dialog.close();

export const button = (text, onclick, kind = null) => el("button", { type: "button", class: kind, onclick }, text);
export const row = (...buttons) => el("div", { class: "row" }, ...buttons.filter(Boolean));
export const then = (act) => () => {
  close();
  act();
};

/** Ask for the right letter of a square. */
export function askLetter({ square, text, candidates, likely: fits = [], letters, onPick, onWord = null, help = null }) {
  const now = tileOf(text);
  const blank = el("input", { type: "checkbox", checked: Boolean(now?.blank) || fits.length > 0 });
  const pick = (letter) => then(() => onPick(letter, blank.checked));
  const likely = candidates.filter(([token]) => token && token !== "?");
  const shown = now?.letter || (now ? "?" : t("board.empty"));
  open(
    t("correct.title", { square }),
    help ? el("p", {}, help) : el("p", { class: "small" }, t("correct.now", { what: shown }), " · ", t("correct.help")),
    likely.length ? el("h3", {}, t("correct.likely")) : null,
    likely.length
      ? el("div", { class: "likely" }, ...likely.map(([token, p]) =>
          el("button", { type: "button", class: "candidate", onclick: pick(token) }, token, el("small", {}, `${Math.round(100 * p)} %`))))
      : null,
    fits.length ? el("h3", {}, t("correct.fits")) : null,
    fits.length
      ? el("div", { class: "likely" }, ...fits.map((token) => el("button", { type: "button", class: "candidate fit", onclick: pick(token) }, token)))
      : null,
    el("h3", {}, t("correct.all")),
    el("div", { class: "letters" }, ...letters.map(([token, value]) =>
      el("button", { type: "button", "aria-label": token, "aria-pressed": token === now?.letter ? "true" : null, onclick: pick(token) }, token, el("small", {}, String(value))))),
    el("label", { class: "check" }, blank, t("correct.blank")),
    row(onWord ? button(t("correct.word"), onWord) : null, button(t("dialog.cancel"), close)),
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
