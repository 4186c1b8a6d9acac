// What a game offers beyond turns: a button for each action, a form for what it asks.

import { el } from "./dom.js";
import { button, close, open, row, whenDone } from "./dialogs.js";
import { squareName, tileOf } from "./drawing.js";
import { askHand, eachHand } from "./hand.js";
import { stepper } from "./inputs.js";
import { t } from "./texts.js";
import { named as colourName } from "./track.js";
import { worded } from "./wordings.js";

/**
 * The buttons of what a turn may be. Where no tiles can be laid the first of them is what is due.
 * @param {object} state
 * @param {object} way  `offer(offer)` asks for what an action needs
 * @param {boolean} mayLay  whether a play can be laid
 * @returns {{primary: object|null, answers: HTMLElement[]}}
 */
export function offerButtons(state, way, mayLay) {
  const main = state.offers.filter((offer) => !offer.aside);
  const due = mayLay ? null : (main[0] ?? null);
  return {
    primary: due && { text: due.label, act: () => way.offer(due) },
    answers: main.filter((offer) => offer !== due).map((offer) => button(offer.label, () => way.offer(offer), "offer")),
  };
}

/** The buttons of what is seldom needed: corrections, and what comes once a game. */
export function asideButtons(state, page, act) {
  const hand = page.card_photos ? [button(t("Count a hand"), () => askHand(page))] : [];
  return [...hand, ...state.offers.filter((offer) => offer.aside).map((offer) => button(offer.label, () => fill(offer, state, page, act)))];
}

/** Ask for an action's fields; one without fields is done at once. */
export function fill(offer, state, page, act) {
  if (!offer.fields.some((field) => !field.optional)) {
    const asked = offer.fields.filter((field) => field.name !== "player");
    if (!asked.length) {
      close();
      act(offer.command, {});
      return;
    }
  }
  const fields = offer.fields.filter((field) => !(field.optional && field.name === "player"));
  const parts = fields.map((field) => ({ field, ...input(field, state, page) }));
  const send = () => {
    const values = {};
    for (const { field, value } of parts) {
      const given = value();
      if (given !== null) values[field.name] = given;
    }
    return offer.foreseen ? act.foresee(offer.command, values) : act(offer.command, values);
  };
  open(
    offer.label,
    ...parts.map(({ field, node }) => el("fieldset", {}, el("legend", {}, name(field)), node)),
    row(button(t("Cancel"), close), button(t("OK"), whenDone(send), "primary")),
  );
}

const name = (field) => {
  const known = field.label || worded("field", field.name) || field.name;
  return field.optional ? `${known} (${t("if you like")})` : known;
};

function input(field, state, page) {
  switch (field.kind) {
    case "player":
      return pick(state.players.map((p, seat) => [seat, p.name]), { one: true, optional: field.optional });
    case "flag": {
      const node = el("input", { type: "checkbox" });
      return { node: el("label", { class: "check" }, node, name(field)), value: () => node.checked };
    }
    case "tile":
      return pick(tiles(page), { one: true, optional: field.optional });
    case "tiles":
      return pick(tiles(page), { many: true, optional: field.optional });
    case "number":
    case "turn":
      return amount(field);
    case "numbers":
      return each(state, () => amount({ name: name(field), optional: false }));
    case "hands":
      return page.cards.length ? eachHand(state, page) : each(state, () => typed(true));
    case "square":
      return onBoard(state, () => true);
    case "blank":
      return onBoard(state, (text) => text !== "?" && tileOf(text)?.blank);
    case "card":
    case "cards":
      return dealt(field, state, page);
    case "text":
    case "texts":
      return named(field, state);
    default:
      return typed(false, field.optional);
  }
}

const tiles = (page) => [...page.letters.filter(([, , blankOnly]) => !blankOnly).map(([token]) => [token, token]), ["?", "?"]];

const listed = (panel) => panel.rows.map(([key, title]) => [key, title]);

/** Things by name: what a block of the game lists can be tapped, anything else is typed. */
function named(field, state) {
  const how = { one: field.kind === "text", optional: field.optional };
  if (field.choices.length) return pick(field.choices.map((name) => [name, colourName(name)]), how);
  const panel = field.of && state.panels.find(({ kind }) => kind === field.of);
  return panel ? pick(listed(panel), how) : typed(!how.one, field.optional);
}

/** Cards: those in the hand that is shown, else any kind there is. */
function dealt(field, state, page) {
  const many = field.kind === "cards";
  const held = state.panels.find(({ kind }) => kind === "held");
  if (held) return pick(listed(held), { one: !many, optional: field.optional });
  return page.cards.length ? pick(page.cards, { one: !many, many, optional: field.optional }) : typed(many, field.optional);
}

/** Buttons to choose from: one, some, or with `many` the same one several times. */
function pick(rows, { one = false, many = false, optional = false }) {
  const chosen = [];
  const said = el("p", { class: "chosen", "aria-live": "polite" });
  const nodes = rows.map(([value, text]) => el("button", { type: "button", "aria-label": text === "?" ? t("blank") : null, "aria-pressed": "false", onclick: () => tap(value) }, text));
  const tap = (value) => {
    const at = chosen.indexOf(value);
    if (many) chosen.push(value);
    else if (at >= 0) chosen.splice(at, 1);
    else {
      if (one) chosen.length = 0;
      chosen.push(value);
    }
    show();
  };
  const show = () => {
    rows.forEach(([value], i) => nodes[i].setAttribute("aria-pressed", String(chosen.includes(value))));
    if (!many) return;
    const back = () => {
      chosen.pop();
      show();
    };
    const names = new Map(rows);
    said.replaceChildren(chosen.map((value) => names.get(value)).join(", "), chosen.length ? button("⌫", back) : "");
  };
  const wide = rows.some(([, text]) => text.length > 2) ? "choices" : "letters";
  return {
    node: el("div", {}, el("div", { class: wide }, ...nodes), many ? said : null),
    value: () => {
      if (!chosen.length && optional) return null;
      return one ? (chosen[0] ?? null) : [...chosen];
    },
  };
}

/** A number by steps; an optional one may stay empty. */
function amount(field) {
  let given = field.optional ? null : 0;
  const node = stepper(name(field), given ?? "", { step: field.step ?? 1, least: -99999, change: (n) => (given = n) });
  return { node, value: () => given };
}

/** A square, tapped on a small board that shows what lies there. */
function onBoard(state, may) {
  let chosen = "";
  const nodes = [];
  const rows = state.cells.map((line, r) => el("tr", {}, ...line.map((text, c) => {
    const where = squareName(r, c);
    const tile = tileOf(text);
    const node = el("button", { type: "button", class: tile ? "taken" : null, "aria-label": tile ? `${where}, ${tile.letter || "?"}` : where, "aria-pressed": "false", disabled: !may(text), onclick: () => choose(node, where) }, tile ? tile.letter || "?" : "");
    nodes.push(node);
    return el("td", {}, node);
  })));
  const choose = (node, where) => {
    chosen = where;
    for (const one of nodes) one.setAttribute("aria-pressed", String(one === node));
  };
  return { node: el("div", { class: "scroll" }, el("table", { class: "minigrid" }, el("tbody", {}, ...rows))), value: () => chosen };
}

function typed(many, optional = false) {
  const node = el("input", { class: "text", type: "text", autocomplete: "off", maxlength: 200 });
  return {
    node,
    value: () => {
      const text = node.value.trim();
      if (many) return text ? text.split(/[\s,]+/) : optional ? null : [];
      return text || (optional ? null : "");
    },
  };
}

function each(state, make) {
  const parts = state.players.map((player) => ({ player, ...make() }));
  return {
    node: el("div", {}, ...parts.map(({ player, node }) => el("label", { class: "line" }, player.name, node))),
    value: () => parts.map((part) => part.value()),
  };
}
