// Inputs of the editors, each made for a finger: steps instead of typing, one of a few, a text.

import { el } from "./dom.js";

/** A number with − and + beside it; it can be typed as well. */
export function stepper(label, value, { step = 1, least = 0, most = 99999, unit = "", change }) {
  const node = el("input", { class: "text number", type: "number", inputmode: "numeric", step, min: least, max: most, value, "aria-label": label });
  const set = (next) => {
    const kept = Math.max(least, Math.min(most, Math.round(Number(next) || 0)));
    node.value = kept;
    change(kept);
  };
  node.addEventListener("change", () => set(node.value));
  const less = el("button", { type: "button", "aria-label": `${label} −${step}`, onclick: () => set(Number(node.value) - step) }, "−");
  const more = el("button", { type: "button", "aria-label": `${label} +${step}`, onclick: () => set(Number(node.value) + step) }, "+");
  return el("div", { class: "stepper" }, el("span", { class: "what" }, label), less, unit ? el("span", { class: "unit" }, unit) : null, node, more);
}

export function words(label, value, change, more = {}) {
  const node = el("input", { class: "text", type: "text", maxlength: 80, autocomplete: "off", value, "aria-label": label, ...more });
  node.addEventListener("input", () => change(node.value));
  return el("label", { class: "worded" }, el("span", { class: "what" }, label), node);
}

/** What a thing of a game's file is called on the page: the visitor's words, as the server wrote them. */
export const shown = (thing, key = "name") => thing?.shown ?? thing?.[key] ?? "";

/** Take the text that somebody types for a thing; it is the same in every language. */
export const typed = (thing, key, touched) => (text) => {
  thing[key] = text;
  delete thing.shown;
  touched();
};

/** One of some; rows are [value, text]. */
export function oneOf(label, rows, value, change) {
  const node = el("select", { class: "text", "aria-label": label }, ...rows.map(([key, text]) => el("option", { value: key, selected: key === value }, text)));
  node.addEventListener("change", () => change(node.value));
  return el("label", { class: "worded" }, el("span", { class: "what" }, label), node);
}

export function tick(label, value, change) {
  const node = el("input", { type: "checkbox", checked: value });
  node.addEventListener("change", () => change(node.checked));
  return el("label", { class: "check" }, node, label);
}

const unfolded = new Set();

/** One thing of a list: a line that unfolds into its inputs, and stays so when drawn anew. */
export function entry(key, line, state, ...inputs) {
  const fold = (event) => (event.target.open ? unfolded.add(key) : unfolded.delete(key));
  return el("li", {}, el("details", { class: "entry", open: unfolded.has(key), ontoggle: fold },
    el("summary", {}, ...line, state), el("div", { class: "inputs" }, ...inputs.flat().filter(Boolean))));
}

export const unfold = (key) => unfolded.add(key);
