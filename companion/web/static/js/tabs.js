// Beside the list of turns: how the scores went, and which tiles are left.

import { byId, el, svg } from "./dom.js";
import { t, tn } from "./texts.js";

const NAMES = ["turns", "graph", "left"];

export function startTabs() {
  const tabs = NAMES.map((name) => byId(`tab-${name}`));
  const choose = (at, focus = false) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === at));
      tab.tabIndex = i === at ? 0 : -1;
      byId(`${NAMES[i]}-tab`).hidden = i !== at;
    });
    if (focus) tabs[at].focus();
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => choose(at));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) choose((at + step + tabs.length) % tabs.length, true);
    });
  });
}

export function showLeft(state) {
  byId("tab-left").textContent = t("Bag {count}", { count: state.bag });
  const rows = state.left.map(([token, count]) => el("li", {}, el("b", {}, token), " ", el("span", {}, `× ${count}`)));
  const head = tn("{count} tile unseen", "{count} tiles unseen", state.unseen, { count: state.unseen });
  byId("left-tab").replaceChildren(el("p", {}, head, ", ", t("{count} of them in the bag", { count: state.bag })), el("ul", { class: "left" }, ...rows));
}

const W = 320;
const H = 150;
const DASHES = ["none", "6 4", "2 3", "10 3 2 3", "1 5", "8 2"];

/** One line for each player; every point is a total that the game gave. */
export function showGraph(state) {
  const turns = state.turns;
  const top = Math.max(10, ...turns.map((turn) => turn.total), ...state.players.map((p) => p.total));
  const low = Math.min(0, ...turns.map((turn) => turn.total));
  const x = (n) => 30 + (n * (W - 40)) / Math.max(1, turns.length);
  const y = (points) => H - 20 - ((points - low) * (H - 34)) / (top - low);
  const lines = state.players.map((player, seat) => {
    let path = `M${x(0)} ${y(0)}`;
    for (const turn of turns) if (turn.seat === seat) path += `L${x(turn.number)} ${y(turn.total)}`;
    return svg("path", { class: `series s${seat}`, d: path, "stroke-dasharray": DASHES[seat] });
  });
  const marks = [low, top].map((points) => svg("text", { class: "axis", x: 26, y: y(points) + 3, "text-anchor": "end" }, String(points)));
  const base = svg("path", { class: "base", d: `M30 ${y(0)}H${W - 10}` });
  const said = state.players.map((p) => `${p.name} ${p.total}`).join(", ");
  const keys = state.players.map((player, seat) =>
    el("li", {}, svg("svg", { viewBox: "0 0 28 8", width: 28, height: 8, "aria-hidden": "true" }, svg("path", { class: `series s${seat}`, d: "M0 4H28", "stroke-dasharray": DASHES[seat] })), player.name));
  byId("graph-tab").replaceChildren(
    svg("svg", { class: "graph", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": t("Scores over the turns: {totals}", { totals: said }) }, base, ...marks, ...lines),
    el("ul", { class: "keys" }, ...keys),
  );
}
