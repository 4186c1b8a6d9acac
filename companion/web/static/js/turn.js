// One past turn: its picture, and what can be mended, with what will change shown first.

import { post } from "./api.js";
import { el } from "./dom.js";
import { button, close, open, row } from "./dialogs.js";
import { say } from "./say.js";
import { t } from "./texts.js";

/** @param {object} way  `state`, `page`, `change(path, body)`, `fail(refusal)` */
export function openTurn(turn, way) {
  const can = new Set(way.state.actions);
  const host = way.page.host;
  const words = turn.words.map((word) => `${word.text} ${word.points}`).join(", ");
  const facts = [turn.coordinate, words || t(`turns.${turn.kind}`), `${turn.score >= 0 ? "+" : ""}${turn.score}`];
  const tools = [];
  const offer = (command, key, act) => host && can.has(command) && tools.push(button(t(key), act));
  offer("amend-turn", "turn.edit", () => edit(turn, "amend", way));
  offer("insert-turn", "turn.insert", () => edit(turn, "insert", way));
  offer("delete-turn", "turn.delete", () => foresee({ op: "delete", number: turn.number }, way));
  if (can.has("move-turn") && turn.number > 1) offer("move-turn", "turn.earlier", () => foresee({ op: "earlier", number: turn.number }, way));
  open(
    t("turn.title", { number: turn.number, player: turn.player }),
    el("p", {}, facts.filter(Boolean).join("  ·  ")),
    turn.detail ? el("p", { class: "small" }, say(turn.detail)) : null,
    turn.picture && host
      ? el("img", { class: "picture", src: `/api/turns/${turn.number}/picture.jpg?v=${way.state.seq}`, alt: t("turn.picture", { number: turn.number }) })
      : null,
    tools.length ? el("div", { class: "menu" }, ...tools) : null,
    row(button(t("dialog.close"), close, "primary")),
  );
}

function edit(turn, op, way) {
  let kind = op === "amend" && turn.kind === "exchange" ? "exchange" : op === "amend" && turn.kind === "pass" ? "pass" : "play";
  let seat = turn.seat;
  let count = turn.count || 1;
  const old = op === "amend" ? turn : null;
  const where = el("input", { class: "text", type: "text", maxlength: 3, autocapitalize: "characters", autocomplete: "off", value: old?.coordinate ?? "", id: "edit-where" });
  const word = el("input", { class: "text", type: "text", maxlength: 40, autocomplete: "off", spellcheck: "false", value: (old?.notation ?? "").replace(/[()]/g, ""), id: "edit-word" });
  const choice = (rows, now, pick) => {
    const nodes = rows.map(([value, text]) => el("button", { type: "button", "aria-pressed": String(value === now), onclick: () => tap(value) }, text));
    const tap = (value) => {
      nodes.forEach((node, i) => node.setAttribute("aria-pressed", String(rows[i][0] === value)));
      pick(value);
    };
    return el("div", { class: "choices" }, ...nodes);
  };
  const play = el("div", {}, el("label", { class: "line", for: "edit-where" }, t("edit.where")), where, el("label", { class: "line", for: "edit-word" }, t("edit.word")), word);
  const swap = choice([1, 2, 3, 4, 5, 6, 7].map((n) => [n, String(n)]), count, (n) => (count = n));
  const show = () => {
    play.hidden = kind !== "play";
    swap.hidden = kind !== "exchange";
  };
  const send = () => {
    const what = { seat, kind };
    if (kind === "play") Object.assign(what, { coordinate: where.value, word: word.value });
    if (kind === "exchange") what.count = count;
    foresee({ op, number: turn.number, turn: what }, way);
  };
  show();
  open(
    t(op === "amend" ? "turn.edit" : "turn.insert"),
    el("h3", {}, t("edit.player")),
    choice(way.state.players.map((p, i) => [i, p.name]), seat, (i) => (seat = i)),
    el("h3", {}, t("edit.kind")),
    choice(["play", "pass", "exchange"].map((k) => [k, t(`turns.${k}`)]), kind, (k) => {
      kind = k;
      show();
    }),
    play,
    swap,
    row(button(t("dialog.cancel"), close), button(t("edit.preview"), send, "primary")),
  );
}

/** Show what a change would do; it is done when that is confirmed. */
export async function foresee(body, way, path = "/api/history") {
  let preview;
  try {
    ({ preview } = await post(`${path}/preview`, body));
  } catch (refusal) {
    open(t("preview.title"), el("p", { class: "fault", role: "alert" }, say(refusal.message)), row(button(t("dialog.close"), close, "primary")));
    return;
  }
  const line = (turn) => (turn ? `${turn.player}: ${turn.notation || t(`turns.${turn.kind}`)} ${turn.coordinate} ${turn.score >= 0 ? "+" : ""}${turn.score}`.replace("  ", " ") : t("preview.none"));
  const changes = preview.changes.map(({ before, after }) =>
    el("tr", {}, el("th", { scope: "row" }, String((after ?? before).number)), el("td", {}, line(before)), el("td", {}, line(after))));
  const totals = preview.totals.map((total) =>
    el("li", {}, `${total.player}: ${total.before}`, " → ", el("b", {}, String(total.after))));
  const yes = () => {
    close();
    way.change(path, { ...body, seq: preview.seq });
  };
  open(
    t("preview.title"),
    el("ul", { class: "plain", id: "preview-totals" }, ...totals),
    changes.length
      ? el("table", { class: "list" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "#"), el("th", { scope: "col" }, t("preview.before")), el("th", { scope: "col" }, t("preview.after")))), el("tbody", {}, ...changes))
      : el("p", {}, t("preview.same")),
    preview.impossible.length ? el("p", { class: "unsure" }, t("preview.impossible", { numbers: preview.impossible.join(", ") })) : null,
    row(button(t("dialog.cancel"), close), button(t("preview.yes"), yes, "primary")),
  );
}
