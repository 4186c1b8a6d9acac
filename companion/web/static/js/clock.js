// The clocks: the server's seconds, counted on here until it tells again.

import { byId } from "./dom.js";
import { t } from "./texts.js";

let face = null;
let since = 0;
let players = [];

export function showClock(state) {
  face = state.clock;
  players = state.players;
  since = performance.now();
  tick();
}

export function startClock(press) {
  byId("clock").addEventListener("click", press);
  setInterval(tick, 500);
}

function tick() {
  const button = byId("clock");
  button.hidden = !face;
  if (!face) return;
  const gone = face.paused ? 0 : Math.floor((performance.now() - since) / 1000);
  const times = face.left_s.map((left, seat) => shown(left - (seat === face.running ? gone : 0)));
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".time")).forEach((node) => {
    const seat = Number(node.dataset.seat);
    node.textContent = times[seat];
    node.classList.toggle("over", times[seat].startsWith("−"));
    node.classList.toggle("running", seat === face.running && !face.paused);
  });
  const text = face.running === null ? t("Start the clocks") : face.paused ? t("Go on") : t("Pause");
  button.textContent = text;
  button.setAttribute("aria-label", `${text}. ${players.map((p, i) => `${p.name} ${times[i]}`).join(", ")}`);
}

/** Seconds as minutes and seconds. */
export function shown(seconds) {
  const s = Math.abs(seconds);
  return `${seconds < 0 ? "−" : ""}${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
