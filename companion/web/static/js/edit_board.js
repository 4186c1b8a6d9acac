// The family's board of properties: money, properties with their squares, track, cards.

import { el } from "./dom.js";
import { button, close, open, row } from "./dialogs.js";
import { entry, oneOf, shown, stepper, typed, unfold, words } from "./inputs.js";
import { t, tc, tn } from "./texts.js";
import { worded } from "./wordings_pages.js";

const KINDS = ["property", "chance", "chest", "jail", "go_to_jail", "free_parking", "move_to", "pay", "collect", "none"];
const EFFECTS = ["move_to", "move_by", "go_to_jail", "take_property", "collect", "pay", "free_bank_tiles", "miss_turn", "none"];
const MONEY = ["start_cash", "pass_go", "free_parking_start", "bank_tile_price", "blank_swap_fee", "jail_fine", "bingo_no_property", "unplayed_tile", "in_the_box"];

export function boardParts(data, { touched, draw }) {
  const set = (target, key) => (value) => {
    target[key] = value;
    touched();
  };
  const money = (label, target, key, step = 100) => stepper(label, target[key] ?? 0, { step, unit: "$", change: set(target, key) });
  const again = () => {
    touched();
    draw();
  };
  const deeds = () => data.property.map((deed) => [deed.id, shown(deed)]);
  return {
    money: [el("div", { class: "fields" }, ...MONEY.map((key) => money(worded("money", key), data.money, key)))],
    properties: properties(data, { set, money, again, touched }),
    track: track(data, { set, money, again, touched, deeds }),
    cards: ["chance", "community_chest"].flatMap((deck) => [el("h3", {}, worded("deck", deck)), ...cards(data, deck, { set, money, again, touched, deeds })]),
  };
}

// --- properties -------------------------------------------------------------------------------

function properties(data, { set, money, again, touched }) {
  const squares = data.grid.property_squares;
  const rows = data.property.map((deed, at) => {
    const colour = el("input", { type: "color", class: "colour", value: /^#[0-9a-f]{6}$/i.test(deed.color) ? deed.color : "#888888" });
    colour.addEventListener("input", () => set(deed, "color")(colour.value));
    const said = el("span", {}, (squares[deed.id] ?? []).join(" ") || tc("editor", "none yet"));
    const line = [el("i", { class: "swatchlet", "data-fill": deed.color }), el("b", { class: "grow" }, shown(deed)), el("span", {}, `$${deed.value}`)];
    return entry(`deed-${deed.id}`, line, null,
      el("label", { class: "worded" }, el("span", { class: "what" }, t("Colour")), colour),
      words(t("Name"), deed.name, typed(deed, "name", touched)),
      money(t("Value"), deed, "value", 200),
      button(el("span", {}, `${t("Squares")}: `, said), () => askSquares(data, deed, again)),
      data.property.length > 1 ? button(t("Remove"), () => remove(data, at, again), "away") : null);
  });
  const more = () => {
    const id = fresh(data.property.map((deed) => deed.id));
    unfold(`deed-${id}`);
    data.property.push({ id, name: t("New property"), color: "#888888", value: 1000 });
    squares[id] = [];
    again();
  };
  return [el("ol", { class: "entries" }, ...rows), button(t("One more property"), more)];
}

const fresh = (ids) => {
  let n = ids.length + 1;
  while (ids.includes(`own_${n}`)) n += 1;
  return `own_${n}`;
};

function remove(data, at, again) {
  const [gone] = data.property.splice(at, 1);
  delete data.grid.property_squares[gone.id];
  data.track.spaces = data.track.spaces.map((space) => (space.property === gone.id ? { k: "none", name: space.name } : space));
  for (const deck of ["chance", "community_chest"]) data.cards[deck] = data.cards[deck].map((card) => (card.which === gone.id ? { ...card, which: "any_unowned" } : card));
  again();
}

/** Tap the squares of the word board on which a property is printed. */
function askSquares(data, deed, again) {
  const size = data.grid.rows;
  const all = data.grid.property_squares;
  const owner = (name) => Object.keys(all).find((id) => all[id].includes(name));
  const cells = [];
  for (let r = 0; r < size; r += 1) {
    const line = [];
    for (let c = 0; c < size; c += 1) {
      const name = `${r + 1}${String.fromCharCode(65 + c)}`;
      const node = el("button", { type: "button", "aria-label": name, "aria-pressed": String(owner(name) === deed.id), disabled: Boolean(owner(name)) && owner(name) !== deed.id });
      node.addEventListener("click", () => {
        const mine = new Set(all[deed.id] ?? []);
        if (!mine.delete(name)) mine.add(name);
        all[deed.id] = [...mine];
        node.setAttribute("aria-pressed", String(mine.has(name)));
      });
      line.push(el("td", {}, node));
    }
    cells.push(el("tr", {}, ...line));
  }
  const done = () => {
    close();
    again();
  };
  open(t("Squares of {name}", { name: shown(deed) }), el("p", { class: "small" }, t("Tap the squares of the word board that show this property. Grey ones belong to another.")), el("div", { class: "scroll" }, el("table", { class: "minigrid" }, el("tbody", {}, ...cells))), row(button(t("OK"), done, "primary")));
}

/** Remember which spaces cards and spaces point at; the function given points them there again. */
function pinned(data) {
  const old = data.track.spaces;
  const pins = [...data.cards.chance, ...data.cards.community_chest].filter((card) => card.e === "move_to")
    .concat(old.filter((space) => space.k === "move_to"))
    .map((one) => [one, old[one.to]]);
  return () => {
    const now = data.track.spaces;
    for (const [one, target] of pins) {
      const same = [(space) => space === target, (space) => space.k === target?.k && space.k !== "property", (space) => space.name === target?.name];
      one.to = Math.max(0, ...same.map((test) => now.findIndex(test)).filter((at) => at >= 0).slice(0, 1));
    }
  };
}

// --- track ------------------------------------------------------------------------------------

function track(data, how) {
  const spaces = data.track.spaces;
  const rows = spaces.map((space, at) => {
    const changed = (change) => () => {
      const unpin = pinned(data);
      change();
      unpin();
      how.again();
    };
    const move = (to) => changed(() => spaces.splice(to, 0, ...spaces.splice(at, 1)));
    const tools = at === 0 ? [] : [
      at > 1 ? button("↑", move(at - 1)) : null,
      at < spaces.length - 1 ? button("↓", move(at + 1)) : null,
      button(t("Change"), () => askSpace(data, at, how, true)),
      button("✕", changed(() => spaces.splice(at, 1)), "away"),
    ].filter(Boolean);
    tools.forEach((node) => node.setAttribute("aria-label", `${node.textContent} ${at + 1}: ${shown(space)}`));
    const colour = data.property.find((deed) => deed.id === space.property)?.color;
    return el("li", {}, el("span", { class: "n" }, String(at + 1)), colour ? el("i", { class: "swatchlet", "data-fill": colour }) : null, el("span", { class: "grow" }, spoken(data, space)), ...tools);
  });
  return [
    el("p", {}, tn("One space.", "{count} spaces, in the order of play from GO on.", spaces.length, { count: spaces.length })),
    el("div", { class: "choices" }, button(t("Build by asking"), () => build(data, how), "primary"), button(t("One more space"), () => askSpace(data, spaces.length, how, false))),
    el("ol", { class: "spaces" }, ...rows),
  ];
}

function spoken(data, space) {
  const amount = space.rent ?? space.amount;
  const kind = space.k === "property" ? "" : worded("space", space.k);
  return [shown(space), kind !== shown(space) ? kind : "", amount ? `$${amount}` : ""].filter(Boolean).join(" · ");
}

/** Go round the printed board from GO on, one question a space; the old track goes. */
function build(data, how) {
  open(t("Build by asking"), el("p", {}, t("Put the printed board before you. The spaces are asked for one after the other, from GO on in the direction of play. The track that is there now goes.")), row(button(t("Cancel"), close), button(t("Begin after GO"), () => {
    const unpin = pinned(data);
    data.track.spaces = [{ k: "go", name: "GO" }];
    askSpace(data, 1, { ...how, going: true, unpin }, false);
  }, "primary")));
}

/** Ask what a space is: its kind, then what that kind needs. */
function askSpace(data, at, how, changing) {
  const spaces = data.track.spaces;
  const put = (space) => {
    const unpin = how.going ? () => {} : pinned(data);
    if (changing) spaces[at] = space;
    else spaces.splice(at, 0, space);
    unpin();
    how.touched();
    if (how.going) askSpace(data, at + 1, how, false);
    else {
      close();
      how.again();
    }
  };
  const title = t("Space {number}", { number: at + 1 });
  const stop = how.going ? button(t("That was the last"), () => {
    close();
    how.unpin();
    how.again();
  }) : button(t("Cancel"), close);
  const pick = (k) => {
    const name = worded("space", k);
    if (k === "property") askDeed(data, title, put, stop);
    else if (k === "move_to") askPlace(data, title, (to) => put({ k, name: t("Go to {name}", { name: shown(spaces[to]) }), to }));
    else if (k === "pay" || k === "collect") askAmount(title, 100, (amount) => put(k === "pay" ? { k, name, amount, to: "free_parking" } : { k, name, amount }));
    else put({ k, name });
  };
  open(title, el("p", {}, t("What is printed there?")), el("div", { class: "menu" }, ...KINDS.map((k) => button(worded("space", k), () => pick(k)))), row(stop));
}

function askDeed(data, title, put, stop) {
  const chosen = (deed) => {
    const last = data.track.spaces.findLast((space) => space.property === deed.id)?.rent ?? 100;
    const count = data.track.spaces.filter((space) => space.property === deed.id).length;
    askAmount(t("Rent on {name}", { name: shown(deed) }), last, (rent) => put({ k: "property", name: `${deed.name} ${count + 1}`, property: deed.id, rent }));
  };
  open(title, el("p", {}, t("Which property?")), el("div", { class: "menu" }, ...data.property.map((deed) => button(shown(deed), () => chosen(deed)))), row(stop));
}

function askAmount(title, value, put) {
  let amount = value;
  open(title, stepper(t("Amount"), amount, { step: 100, unit: "$", change: (n) => (amount = n) }), row(button(t("OK"), () => put(amount), "primary")));
}

function askPlace(data, title, put) {
  open(title, el("p", {}, t("To which space?")), el("div", { class: "menu" }, ...data.track.spaces.map((space, i) => button(`${i + 1} ${shown(space)}`, () => put(i)))), row(button(t("Cancel"), close)));
}

// --- cards ------------------------------------------------------------------------------------

function cards(data, deck, { set, money, again, touched, deeds }) {
  const list = data.cards[deck];
  const places = data.track.spaces.map((space, i) => [String(i), `${i + 1} ${shown(space)}`]);
  const rows = list.map((card, at) => {
    const change = (e) => {
      list[at] = { n: card.n, e, ...defaults(e) }; // its words are made anew
      again();
    };
    const who = [["bank", t("the bank")], ["free_parking", t("Free Parking")], ["each_player", t("each player")]];
    const needs = {
      move_to: () => oneOf(t("To"), places, String(card.to), (to) => set(card, "to")(Number(to))),
      move_by: () => stepper(t("Spaces on (less than 0: back)"), card.steps, { least: -40, most: 40, change: set(card, "steps") }),
      take_property: () => oneOf(t("Which"), [["any_unowned", t("any that the bank holds")], ["any", t("any")], ...deeds()], card.which, set(card, "which")),
      collect: () => [oneOf(t("From"), who.filter(([key]) => key !== "free_parking"), card.from, set(card, "from")), money(t("Amount"), card, "amount")],
      pay: () => [oneOf(tc("editor", "To"), who, card.to, set(card, "to")), money(t("Amount"), card, "amount")],
      free_bank_tiles: () => stepper(t("How many"), card.count, { least: 1, most: 20, change: set(card, "count") }),
    }[card.e];
    const line = [el("span", { class: "grow" }, `${card.n} × ${card.text ? shown(card, "text") : worded("effect", card.e)}`)];
    return entry(`${deck}-${at}`, line, null,
      stepper(t("Cards like this"), card.n, { least: 1, most: 24, change: set(card, "n") }),
      oneOf(t("What it does"), EFFECTS.map((e) => [e, worded("effect", e)]), card.e, change),
      ...(needs ? [needs()].flat() : []),
      words(t("In your own words (optional)"), card.text ?? "", typed(card, "text", touched)),
      button(t("Remove"), () => {
        list.splice(at, 1);
        again();
      }, "away"));
  });
  const more = () => {
    unfold(`${deck}-${list.length}`);
    list.push({ n: 1, e: "none", text: "" });
    again();
  };
  return [el("ol", { class: "entries" }, ...rows), button(t("One more card"), more)];
}

const defaults = (e) => ({ move_to: { to: 0 }, move_by: { steps: 3 }, take_property: { which: "any_unowned" }, collect: { from: "bank", amount: 100 }, pay: { to: "free_parking", amount: 100 }, free_bank_tiles: { count: 1 } })[e] ?? {};
