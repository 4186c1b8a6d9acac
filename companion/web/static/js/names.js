// What a game and its players are called, what the clocks show: on the board and for past games.

import { el } from "./dom.js";
import { button, close, open, row, tell, whenDone } from "./dialogs.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

/** A line of text to be filled in. */
const field = (value, label, most) => el("input", { class: "text", type: "text", maxlength: most, autocomplete: "off", value, "aria-label": label });

/**
 * Ask for names and colours.
 *
 * @param {object} now  `names`, `colours`, `palette`, and `seats` whether the order may change
 * @param {(body: object) => Promise<unknown>} send  answers with something when it is done
 */
export function askNames(now, send) {
  const seats = now.names.map((name, seat) => ({ name, seat, colour: now.colours[seat] || now.palette[seat % now.palette.length] }));
  const list = el("ul", { class: "players" });
  const swap = (a, b) => {
    [seats[a], seats[b]] = [seats[b], seats[a]];
    draw();
  };
  const paint = (one, colour) => {
    const other = seats.find((each) => each.colour === colour);
    if (other) other.colour = one.colour; // two players cannot have one colour: they swap
    one.colour = colour;
    draw();
  };
  function draw() {
    list.replaceChildren(...seats.map((one, at) => {
      const input = field(one.name, t("Player {number}", { number: at + 1 }), 40);
      input.addEventListener("input", () => (one.name = input.value));
      const swatches = now.palette.map((colour) =>
        el("button", { type: "button", class: "swatch", "data-colour": colour, "aria-label": worded("colour", colour), "aria-pressed": String(one.colour === colour), onclick: () => paint(one, colour) }));
      const up = now.seats && at > 0 ? button(t("Sits before"), () => swap(at - 1, at)) : null;
      return el("li", {}, input, el("div", { class: "swatches" }, ...swatches), up);
    }));
  }
  draw();
  const done = whenDone(() => {
    const order = seats.map((one) => one.seat);
    const moved = order.some((seat, at) => seat !== at);
    return send({ players: seats.map((one) => one.name), colours: seats.map((one) => one.colour), before: now.names, order: moved ? order : [] });
  });
  open(t("Names and colours"), list, el("p", { class: "small" }, t("They change everywhere: in the turns, on sheets and in the statistics.")), row(button(t("Cancel"), close), button(t("Save"), done, "primary")));
}

/** Ask what a game is to be called. */
export function askName(name, send) {
  const input = field(name, t("Name of the game"), 200);
  open(t("Name of the game"), input, row(button(t("Cancel"), close), button(t("Save"), whenDone(() => send({ name: input.value })), "primary")));
  input.focus();
}

/** Seconds of "24:30", "-0:15" or "25"; null where it is no time. */
export function secondsOf(text) {
  const found = /^\s*([-−]?)(\d{1,3})(?::([0-5]\d))?\s*$/.exec(text);
  if (!found) return null;
  return (found[1] ? -1 : 1) * (60 * Number(found[2]) + Number(found[3] ?? 0));
}

const written = (s) => `${s < 0 ? "-" : ""}${Math.floor(Math.abs(s) / 60)}:${String(Math.abs(s) % 60).padStart(2, "0")}`;

/** Let the host say what the clocks are to show; those left alone run on. */
export function askClocks(state, send) {
  const times = state.clock.left_s.map(written);
  const inputs = state.players.map((player, seat) => field(times[seat], player.name, 7));
  const lines = inputs.map((input, seat) => el("label", { class: "check" }, state.players[seat].name, input));
  const done = whenDone(() => {
    const changed = inputs.map((input, seat) => input.value !== times[seat]);
    const left = inputs.map((input, seat) => (changed[seat] ? secondsOf(input.value) : null));
    if (left.some((seconds, seat) => changed[seat] && seconds === null)) return tell(t("A time is written like 24:30."));
    return send({ left_s: left });
  });
  open(t("Set the clocks"), ...lines, el("p", { class: "small" }, t("Minutes and seconds that are left, such as 24:30.")), row(button(t("Cancel"), close), button(t("Save"), done, "primary")));
}
