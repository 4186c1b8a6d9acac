// One past turn: its picture, and what can be mended, with what will change shown first.

import { at, post } from "./api.js";
import { meant } from "./board.js";
import { shown } from "./clock.js";
import { byId, el } from "./dom.js";
import { button, close, open, row, tell, whenDone } from "./dialogs.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

/** @param {object} way  `state`, `page`, `change(path, body)`, `fail(refusal)` */
export function openTurn(turn, way) {
  const can = new Set(way.state.actions);
  const host = way.page.host;
  const words = turn.words.map((word) => `${word.text} ${word.points}`).join(", ");
  const facts = [turn.coordinate, words || worded("turns", turn.kind), `${turn.score >= 0 ? "+" : ""}${turn.score}`];
  if (turn.seconds !== null) facts.push(shown(turn.seconds));
  const tools = [];
  const offer = (command, text, act) => host && can.has(command) && tools.push(button(text, act));
  offer("amend-turn", t("Mend this turn"), () => edit(turn, "amend", way));
  offer("insert-turn", t("A turn before it was missed"), () => edit(turn, "insert", way));
  offer("delete-turn", t("This turn never happened"), () => foresee({ op: "delete", number: turn.number }, way));
  if (can.has("move-turn") && turn.number > 1) offer("move-turn", t("It was one turn earlier"), () => foresee({ op: "earlier", number: turn.number }, way));
  open(
    t("Turn {number}, {player}", { number: turn.number, player: turn.player }),
    el("p", {}, facts.filter(Boolean).join("  ·  ")),
    turn.detail ? el("p", { class: "small" }, turn.detail) : null,
    turn.words.length ? el("div", { class: "choices" }, ...turn.words.map((word) => button(word.text, () => {
      close();
      way.word(word.text, turn);
    }, "word"))) : null,
    turn.picture && host
      ? el("img", { class: "picture", src: at(`/api/turns/${turn.number}/picture.jpg?v=${way.state.seq}`), alt: t("What the camera saw at turn {number}", { number: turn.number }) })
      : null,
    tools.length ? el("div", { class: "menu" }, ...tools) : null,
    row(button(t("Close"), close, "primary")),
  );
}

function edit(turn, op, way) {
  let kind = op === "amend" && turn.kind === "exchange" ? "exchange" : op === "amend" && turn.kind === "pass" ? "pass" : "play";
  let seat = turn.seat;
  let count = turn.count || 1;
  const old = op === "amend" ? turn : null;
  const where = el("input", { class: "text", type: "text", maxlength: 3, autocapitalize: "characters", autocomplete: "off", value: old?.coordinate ?? "", id: "edit-where" });
  const word = el("input", { class: "text", type: "text", maxlength: 40, autocomplete: "off", spellcheck: "false", value: old?.typed ?? "", id: "edit-word" });
  const choice = (rows, now, pick) => {
    const nodes = rows.map(([value, text]) => el("button", { type: "button", "aria-pressed": String(value === now), onclick: () => tap(value) }, text));
    const tap = (value) => {
      nodes.forEach((node, i) => node.setAttribute("aria-pressed", String(rows[i][0] === value)));
      pick(value);
    };
    return el("div", { class: "choices" }, ...nodes);
  };
  const play = el("div", {}, el("label", { class: "line", for: "edit-where" }, t("Where: 8D across, D8 down")), where, el("label", { class: "line", for: "edit-word" }, t("Word, small letters for blanks")), word);
  const swap = choice([1, 2, 3, 4, 5, 6, 7].map((n) => [n, String(n)]), count, (n) => (count = n));
  const show = () => {
    play.hidden = kind !== "play";
    swap.hidden = kind !== "exchange";
  };
  const send = () => {
    const what = { seat, kind };
    if (kind === "play") Object.assign(what, { coordinate: where.value, word: meant(word.value) });
    if (kind === "exchange") what.count = count;
    foresee({ op, number: turn.number, turn: what }, way);
  };
  show();
  open(
    op === "amend" ? t("Mend this turn") : t("A turn before it was missed"),
    el("h3", {}, t("Who")),
    choice(way.state.players.map((p, i) => [i, p.name]), seat, (i) => (seat = i)),
    el("h3", {}, t("What")),
    choice(["play", "pass", "exchange"].map((k) => [k, worded("turns", k)]), kind, (k) => {
      kind = k;
      show();
    }),
    play,
    swap,
    row(button(t("Cancel"), close), button(t("What will change?"), send, "primary")),
  );
}

/**
 * Show what a change would do; it is done when that is confirmed. One that was refused is shown
 * anew, with the reason.
 */
export async function foresee(body, way, path = "/api/history", refused = "") {
  let preview;
  try {
    ({ preview } = await post(`${path}/preview`, body));
  } catch (refusal) {
    tell(refusal.message);
    return;
  }
  const line = (turn) => (turn ? `${turn.player}: ${turn.notation || worded("turns", turn.kind)} ${turn.coordinate} ${turn.score >= 0 ? "+" : ""}${turn.score}`.replace("  ", " ") : t("–"));
  const changes = preview.changes.map(({ before, after }) =>
    el("tr", {}, el("th", { scope: "row" }, String((after ?? before).number)), el("td", {}, line(before)), el("td", {}, line(after))));
  const totals = preview.totals.map((total) =>
    el("li", {}, `${total.player}: ${total.before}`, " → ", el("b", {}, String(total.after))));
  const yes = whenDone(async () => {
    const answer = await way.change(path, body, preview.seen);
    if (!answer) foresee(body, way, path, byId("fault").textContent);
    return answer;
  });
  open(
    t("This will change"),
    el("ul", { class: "plain", id: "preview-totals" }, ...totals),
    changes.length
      ? el("table", { class: "list" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "#"), el("th", { scope: "col" }, t("Now")), el("th", { scope: "col" }, t("Then")))), el("tbody", {}, ...changes))
      : el("p", {}, t("No turn changes.")),
    preview.impossible.length ? el("p", { class: "unsure" }, t("No longer possible where they lie: turns {numbers}. They stay in the list, marked.", { numbers: preview.impossible.join(", ") })) : null,
    refused ? el("p", { class: "fault", role: "alert" }, refused) : null,
    row(button(t("Cancel"), close), button(t("Change it"), yes, "primary")),
  );
}
