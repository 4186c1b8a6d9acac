// Who plays: names that are known by a tap, others typed, a colour for each.

import { byId, el } from "./dom.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

/** The first letter, or whatever a name begins with. */
function initial(name) {
  const text = name.trim();
  if (!text) return "·";
  const first = "Segmenter" in Intl ? [...new Intl.Segmenter().segment(text)][0].segment : [...text][0];
  return first.toLocaleUpperCase();
}

export function playerStep({ choices, choice, changed }) {
  /** Seats that nobody has given a name to yet. */
  const fresh = new Set([...choice.players.keys()].filter((seat) => choice.players[seat] === t("Player {number}", { number: seat + 1 })));
  let painting = -1;

  function add(name) {
    const seat = choice.players.length;
    const taken = choice.colours.slice(0, seat);
    choice.colours[seat] = choices.colours.find((colour) => !taken.includes(colour)) ?? choices.colours[seat % choices.colours.length];
    choice.players.push(name);
  }

  /** Seat somebody who is known: where nobody sits yet, else on a seat more. */
  function seatKnown(name) {
    const free = [...fresh].sort((a, b) => a - b)[0];
    if (free === undefined) add(name);
    else {
      choice.players[free] = name;
      fresh.delete(free);
    }
    changed();
  }

  function remove(seat) {
    choice.players.splice(seat, 1);
    choice.colours.splice(seat, 1);
    const later = [...fresh].filter((other) => other !== seat).map((other) => (other > seat ? other - 1 : other));
    fresh.clear();
    for (const other of later) fresh.add(other);
    painting = -1;
    changed();
  }

  function swap(a, b) {
    for (const list of [choice.players, choice.colours]) [list[a], list[b]] = [list[b], list[a]];
    const was = [fresh.has(a), fresh.has(b)];
    for (const [seat, open] of [[a, was[1]], [b, was[0]]]) open ? fresh.add(seat) : fresh.delete(seat);
    painting = -1;
    changed();
    byId("players").children[a].querySelector("input").focus();
  }

  /** Two players cannot have one colour: they swap. */
  function paint(seat, colour) {
    const other = choice.colours.findIndex((c, i) => c === colour && i < choice.players.length);
    if (other >= 0) choice.colours[other] = choice.colours[seat];
    choice.colours[seat] = colour;
    painting = -1;
    changed();
    byId("players").children[seat].querySelector(".avatar").focus();
  }

  function row(name, seat) {
    const called = name.trim() || t("Player {number}", { number: seat + 1 });
    const input = el("input", { class: "name", type: "text", maxlength: 40, autocomplete: "off", dir: "auto", value: name, "aria-label": t("Player {number}", { number: seat + 1 }) });
    input.addEventListener("input", () => {
      choice.players[seat] = input.value;
      fresh.delete(seat);
      changed();
    });
    input.addEventListener("focus", () => input.select());
    const colour = choice.colours[seat];
    const open = painting === seat;
    const avatar = el("button", { type: "button", class: "avatar", "data-colour": colour, "aria-expanded": String(open), "aria-label": t("Colour of {name}: {colour}", { name: called, colour: worded("colour", colour) }), onclick: () => {
      painting = open ? -1 : seat;
      changed();
      byId("players").children[seat].querySelector(open ? ".avatar" : ".swatch").focus();
    } }, initial(name));
    const up = seat ? el("button", { type: "button", class: "quiet icon", "aria-label": t("{name} sits before {other}", { name: called, other: choice.players[seat - 1] }), onclick: () => swap(seat - 1, seat) }, "↑") : null;
    const away = choice.players.length > 1 ? el("button", { type: "button", class: "quiet icon", "aria-label": t("{name} does not play", { name: called }), onclick: () => remove(seat) }, "✕") : null;
    const swatches = open ? el("div", { class: "swatches", role: "group", "aria-label": t("Colours") }, ...choices.colours.map((each) =>
      el("button", { type: "button", class: "swatch", "data-colour": each, "aria-label": worded("colour", each), "aria-pressed": String(each === colour), onclick: () => paint(seat, each) }))) : null;
    return el("li", { class: "card who" }, avatar, input, el("span", { class: "does" }, up, away), swatches);
  }

  function draw() {
    const list = byId("players");
    // Who types is left alone: only what stands around the names follows.
    if (list.contains(document.activeElement) && document.activeElement.matches("input") && list.children.length === choice.players.length) {
      choice.players.forEach((name, seat) => (list.children[seat].querySelector(".avatar").textContent = initial(name)));
    } else list.replaceChildren(...choice.players.map(row));
    const seated = new Set(choice.players.map((name) => name.trim().toLocaleLowerCase()));
    const full = choice.players.length >= choices.most_players && !fresh.size;
    const known = choices.known.filter((name) => !seated.has(name.toLocaleLowerCase()));
    byId("known").replaceChildren(...known.map((name) => el("button", { type: "button", disabled: full, onclick: () => seatKnown(name) }, el("bdi", {}, name))));
    byId("known").parentElement.hidden = !known.length;
    byId("player-more").disabled = choice.players.length >= choices.most_players;
  }

  byId("player-more").addEventListener("click", () => {
    add(t("Player {number}", { number: choice.players.length + 1 }));
    fresh.add(choice.players.length - 1);
    changed();
    byId("players").lastElementChild.querySelector("input").focus();
  });
  return { draw };
}
