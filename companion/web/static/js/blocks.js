// The blocks that a game puts on the page, drawn by their kind.

import { byId, el } from "./dom.js";
import { heldHand } from "./hand.js";
import { track } from "./track.js";
import { t } from "./texts.js";

const number = /^[-+]?\$?\d/;

/** Kinds that are drawn elsewhere: on the board, in the play card, above the scores. */
const ELSEWHERE = new Set(["squares", "now", "goals", "result"]);

export function showBlocks(state) {
  byId("panels").replaceChildren(...state.panels.filter(({ kind }) => !ELSEWHERE.has(kind)).map((panel) => block(panel, state, state.colours)));
  paint(byId("panels"));
}

/** Colours that a game's data names, put on by script: the page allows no style in its text. */
export function paint(root) {
  for (const node of root.querySelectorAll("[data-fill]")) node.style.backgroundColor = node.dataset.fill;
}

function block(panel, state, colours) {
  const title = el("h2", {}, panel.title);
  const lines = panel.lines.map((line) => el("p", {}, line));
  const draw = { track, held: heldHand }[panel.kind] ?? table;
  // What is long is folded, and so is a hand: the tablet may lie where others see it.
  const body = panel.rows.length ? draw(panel, state, colours) : null;
  const folded = panel.kind === "held" || (["table", "estates"].includes(panel.kind) && panel.rows.length > 6);
  const kind = `panel kind-${panel.kind}`;
  if (folded) return el("details", { class: kind, open: unfolded.has(panel.title), ontoggle: (event) => remember(panel.title, event.target.open) }, el("summary", {}, title), ...lines, body);
  return el("section", { class: kind }, title, ...lines, body);
}

const unfolded = new Set();
const remember = (title, open) => (open ? unfolded.add(title) : unfolded.delete(title));

/** A table; of estates the ids are left out, and the colour is shown before the name. */
function table(panel) {
  const [first, colour] = panel.kind === "estates" ? [1, 5] : [0, -1];
  const filled = panel.columns.map((title, i) => Boolean(title) || panel.rows.some((row) => row[i]));
  const columns = panel.columns.map((_, i) => i).filter((i) => i >= first && filled[i] && i !== colour);
  const named = columns.some((i) => panel.columns[i]);
  const head = el("tr", {}, ...columns.map((i) => el("th", { scope: "col" }, panel.columns[i])));
  const rows = panel.rows.map((row) =>
    el("tr", {}, ...columns.map((i, at) => el(at === 0 ? "th" : "td", { scope: at === 0 ? "row" : null, class: number.test(row[i]) ? "number" : null }, at === 0 && colour >= 0 ? el("i", { class: "swatchlet", "data-fill": row[colour] }) : null, row[i]))));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": panel.title }, el("table", { class: "list" }, named ? el("thead", {}, head) : null, el("tbody", {}, ...rows)));
}

/** The open goals, in the play card; those that the play lying there would complete are marked. */
export function goalCards(state) {
  const panel = state.panels.find(({ kind }) => kind === "goals");
  if (!panel || state.over) return [];
  const meets = ([id]) => state.proposal?.met?.includes(id) ?? false;
  const rows = [...panel.rows].sort((a, b) => Number(meets(b)) - Number(meets(a))); // those first
  return [el("ul", { class: "goals" }, ...rows.map((row) => {
    const met = meets(row);
    return el("li", { class: met ? "goal met" : "goal" }, el("span", {}, row[1]), el("b", { class: "tag" }, met ? t("with this play") : t("open")));
  }))];
}
