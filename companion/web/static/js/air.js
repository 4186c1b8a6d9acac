// An overlay of a broadcast: one field, or the whole. Looks every second, shows what it is told.

import { at } from "./api.js";
import { byId, el } from "./dom.js";

const air = JSON.parse(byId("air").textContent);
const box = byId("field");
const asked = new URLSearchParams(location.search);
const EVERY_MS = 1000;

/** Style by the address: bg color size font bold align padding wrap speed; what is no such style is ignored. */
function dress() {
  const set = (name, value) => value !== null && box.style.setProperty(name, value);
  const px = (name) => (/^\d{1,4}$/.test(asked.get(name) ?? "") ? `${asked.get(name)}px` : null);
  const colour = (name) => {
    const value = asked.get(name);
    return value && /^[0-9a-f]{3,8}$/i.test(value) ? `#${value}` : value;
  };
  set("background-color", colour("bg"));
  set("color", colour("color"));
  set("font-size", px("size"));
  set("padding", px("padding"));
  if (asked.has("font")) set("font-family", asked.get("font"));
  if (asked.has("bold")) set("font-weight", asked.get("bold") === "0" ? "400" : "800");
  const align = { left: "flex-start", right: "flex-end", center: "center" }[asked.get("align")];
  if (align) {
    set("justify-content", align);
    set("text-align", asked.get("align"));
  }
}

/** With `speed` (pixels a second) a text that is wider than its box runs through it; `wrap=0` keeps one line. */
function run() {
  const speed = Number(asked.get("speed"));
  box.style.whiteSpace = asked.get("wrap") === "0" || speed > 0 ? "nowrap" : "";
  box.getAnimations({ subtree: true }).forEach((animation) => animation.cancel());
  if (!(speed > 0 && speed <= 2000) || air.field === "whole" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const text = el("span", { class: "run" }, box.textContent);
  box.replaceChildren(text);
  const far = text.offsetWidth - box.clientWidth;
  if (far <= 0) return;
  const way = box.clientWidth + text.offsetWidth;
  text.animate([{ transform: `translateX(${box.clientWidth}px)` }, { transform: `translateX(${-text.offsetWidth}px)` }], { duration: (1000 * way) / speed, iterations: Infinity });
}

function whole(fields) {
  const players = [];
  for (let seat = 1; seat <= (Number(fields.players) || 1); seat += 1) {
    const name = fields[`p${seat}_name`];
    const turn = name === fields.on_turn;
    players.push(el("div", { class: turn ? "player turn" : "player" }, el("span", { class: "name" }, name), el("span", {}, fields[`p${seat}_score`])));
  }
  return [...players, el("div", { class: "last" }, fields.ended === "1" ? fields.result : fields.last_play)];
}

let shown = "";
async function look() {
  try {
    const answer = await (await fetch(at(`/api/air${location.search}`), { cache: "no-store" })).json();
    if (!answer.ok) throw new Error(answer.error.sentence);
    const key = JSON.stringify(answer.fields);
    if (key === shown) return;
    shown = key;
    if (air.field === "whole") box.replaceChildren(...whole(answer.fields));
    else box.textContent = answer.fields[air.field];
    run();
  } catch {
    shown = "";
    box.replaceChildren(); // better nothing than a number that may be stale
  }
}

dress();
box.classList.toggle("whole", air.field === "whole");
look();
setInterval(look, EVERY_MS);
