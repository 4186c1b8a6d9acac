// A hand of cards put together by tap or by photo; what it is worth comes from the program.

import { post, postFile } from "./api.js";
import { fan } from "./cards.js";
import { el } from "./dom.js";
import { button, close, open, row } from "./dialogs.js";
import { t, tn } from "./texts.js";

const SETTLE_MS = 250;

/**
 * @param {object} page
 * @param {(worth: object|null, cards: string[]) => void} onWorth  told after every change
 * @returns {{node: HTMLElement, value: () => string[]}}
 */
export function handInput(page, onWorth = () => {}) {
  const names = new Map(page.cards);
  let cards = []; // {card, doubtful, candidates}
  let timer = 0;
  const laid = el("ul", { class: "laid", "aria-label": t("The hand") });
  const says = el("p", { class: "small", role: "status" });
  const choose = el("div", { class: "choices pickfrom" });
  const reckoned = el("div", { class: "reckoned", "aria-live": "polite" });
  const value = () => cards.map(({ card }) => card);

  const changed = () => {
    draw();
    clearTimeout(timer);
    if (page.card_photos) timer = setTimeout(reckon, SETTLE_MS);
  };

  async function reckon() {
    const asked = value();
    try {
      const { worth } = await post("/api/cards/worth", { cards: asked });
      if (asked.join() !== value().join()) return;
      reckoned.replaceChildren(...(asked.length ? worthLines(worth) : []));
      onWorth(worth, asked);
    } catch (refusal) {
      says.textContent = refusal.message;
    }
  }

  function draw() {
    laid.replaceChildren(...cards.map((one, at) =>
      el("li", {}, el("button", { type: "button", class: one.doubtful ? "laidcard doubtful" : "laidcard", onclick: () => mend(at) }, names.get(one.card) ?? one.card, one.doubtful ? el("b", {}, " ?") : null))));
    const doubtful = cards.filter((one) => one.doubtful).length;
    if (doubtful) says.textContent = tn("One card is not sure: tap it.", "{count} cards are not sure: tap them.", doubtful, { count: doubtful });
  }

  /** A laid card is tapped: what else it may be, or off with it. */
  function mend(at) {
    const one = cards[at];
    const set = (card) => {
      cards[at] = { card, doubtful: false, candidates: [] };
      says.textContent = "";
      pool();
      changed();
    };
    const likely = one.candidates.map(([card]) => card);
    const others = page.cards.map(([card]) => card).filter((card) => !likely.includes(card));
    choose.replaceChildren(
      el("p", { class: "wide" }, t("Which card is it? Now: {card}", { card: names.get(one.card) ?? one.card })),
      ...likely.map((card, i) => button(`${names.get(card)} ${Math.round(100 * one.candidates[i][1])} %`, () => set(card), "offer")),
      ...others.map((card) => button(names.get(card), () => set(card))),
      button(t("Take it off"), () => {
        cards.splice(at, 1);
        pool();
        changed();
      }, "away"),
      button(t("Cancel"), pool),
    );
    choose.querySelector("button")?.focus();
  }

  function pool() {
    choose.replaceChildren(...page.cards.map(([card]) => button(names.get(card), () => {
      cards.push({ card, doubtful: false, candidates: [] });
      changed();
    })));
  }

  const file = el("input", { class: "sr", type: "file", accept: "image/*", capture: "environment" });
  file.addEventListener("change", async () => {
    const [photo] = file.files;
    file.value = "";
    if (!photo) return;
    says.textContent = t("Reading the cards …");
    try {
      const { hand } = await postFile("/api/cards/photo", photo);
      if (hand.status !== "ok") {
        says.textContent = hand.detail;
        return;
      }
      cards = [...cards, ...hand.cards];
      says.textContent = tn("One card read.", "{count} cards read.", hand.cards.length, { count: hand.cards.length });
      changed();
    } catch (refusal) {
      says.textContent = refusal.message;
    }
  });
  const photo = page.card_photos ? el("label", { class: "button photo" }, t("Photograph the hand"), file) : null;
  pool();
  return { node: el("div", { class: "hand" }, photo, says, laid, reckoned, choose), value };
}

/** Why a hand is worth what it is, line by line. */
export function worthLines(worth) {
  if (worth.excess) return [el("p", { class: "unsure" }, t("More cards {card} than the deck has.", { card: worth.excess }))];
  return [
    el("table", { class: "list" }, el("tbody", {}, ...worth.lines.map((line) =>
      el("tr", {}, el("th", { scope: "row" }, line.text), el("td", { class: "number" }, line.amount ? `$${line.amount}` : "")))),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, (worth.goes_out ? t("Worth when going out") : t("Worth as it lies; it cannot go out"))), el("td", { class: "number" }, el("b", {}, `$${worth.total}`))))),
    worth.left.length ? el("p", { class: "small" }, t("Counts for nothing: {cards}", { cards: worth.left.join(", ") })) : null,
    worth.official ? null : el("p", { class: "small" }, t("The values of the groups are placeholders until somebody has compared them with the cards.")),
  ].filter(Boolean);
}

/** Count any hand, whatever the game says: by tap or by photo. */
export function askHand(page) {
  open(t("Count a hand"), el("p", { class: "small" }, t("Lay the cards apart on a plain table and photograph them from above, or tap them.")), handInput(page).node, row(button(t("Close"), close, "primary")));
}

/** A hand for each player, one unfolded at a time. */
export function eachHand(state, page) {
  const parts = state.players.map((player, seat) => {
    const said = el("span", { class: "small" });
    const hand = handInput(page, (worth, cards) => {
      const count = tn("{count} card", "{count} cards", cards.length, { count: cards.length });
      said.textContent = worth.total === null ? count : `${count}, $${worth.total}`;
    });
    const node = el("details", { class: "handof", name: "hands", open: seat === 0 }, el("summary", {}, el("b", {}, player.name), said), hand.node);
    return { node, value: hand.value };
  });
  return { node: el("div", {}, ...parts.map((part) => part.node)), value: () => parts.map((part) => part.value()) };
}

let reckonedCards = "";
let reckonedLines = [];

/** What the hand that somebody holds is worth, under its cards. */
export function heldHand(panel) {
  const cards = panel.rows.map(([card]) => card);
  const lines = el("div", { class: "reckoned" });
  const show = () => lines.replaceChildren(...reckonedLines.map((node) => node.cloneNode(true)));
  const nth = new Map();
  const faces = panel.rows.map(([card, title, colour = "", worth = "", size = "1"]) => {
    const n = nth.get(card) ?? 0;
    nth.set(card, n + 1);
    return { title, colour, worth, size: Number(size), nth: n % Number(size) };
  });
  const laid = fan(faces);
  if (reckonedCards === cards.join()) show();
  else post("/api/cards/worth", { cards }).then(({ worth }) => {
    reckonedCards = cards.join();
    reckonedLines = worthLines(worth);
    show();
  }, () => lines.replaceChildren());
  return el("div", {}, laid, lines);
}
