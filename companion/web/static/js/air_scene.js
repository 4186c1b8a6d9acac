// A scene of a broadcast, or the wall: looks every second, shows what it is told.

import { at } from "./api.js";
import { byId } from "./dom.js";
import { drawScene, dressScene } from "./scenes.js";

const page = JSON.parse(byId("air").textContent);
const box = byId("scene");
const EVERY_MS = 1000;

let shown = "";
async function look() {
  try {
    const answer = await (await fetch(at(`/api/air/scene${location.search}`), { cache: "no-store" })).json();
    if (!answer.ok) throw new Error(answer.error.sentence);
    const key = JSON.stringify(answer.scene);
    if (key === shown) return;
    shown = key;
    drawScene(box, page.scene, answer.scene, page.marks);
  } catch {
    shown = "";
    box.replaceChildren(); // better nothing than a number that may be stale
  }
}

dressScene(box, new URLSearchParams(location.search));
await look();
document.body.dataset.drawn = "";
setInterval(look, EVERY_MS);
