// Data of a game that has no form of its own: each part value by value.

import { el } from "./dom.js";
import { stepper, tick, words } from "./inputs.js";

export function plainParts(data, { touched }) {
  return Object.fromEntries(Object.keys(data).map((part) => [part, [el("div", { class: "fields" }, ...inputs(data, part, touched))]]));
}

/** The inputs of one value; those of what it holds, each under its own name. */
function inputs(holder, key, touched, label = String(key)) {
  const value = holder[key];
  const change = (next) => {
    holder[key] = next;
    touched();
  };
  if (typeof value === "number") return [stepper(label, value, { least: -99999, change })];
  if (typeof value === "boolean") return [tick(label, value, change)];
  if (typeof value === "string") return [words(label, value, change, { maxlength: 200 })];
  return Object.keys(value).flatMap((inner) => inputs(value, Array.isArray(value) ? Number(inner) : inner, touched, `${label} ${inner}`));
}
