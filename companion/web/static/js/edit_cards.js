// The family's goal cards, and its deck of cards that are worth money.

import { el } from "./dom.js";
import { button } from "./dialogs.js";
import { entry, oneOf, shown, stepper, tick, typed, unfold, words } from "./inputs.js";
import { t } from "./texts.js";
import { worded } from "./wordings_pages.js";

/** Checks that can be put together by touch: what follows the name. */
const CHECKS = {
  manual: {}, edge: {}, corner: {}, uses_blank: {}, no_vowels: {}, double_letter: {}, right_angle: {}, hook: {}, bridge: {}, extends: {},
  length: { number: 5 }, word_value: { number: 5 }, letter_value: { number: 5 }, tiles_laid: { number: 3 }, words_formed: { number: 2 }, cross_words: { number: 2 },
  premium: { of: ["red", "blue", "green", "yellow"], as: "colour" }, direction: { of: ["horizontal", "vertical"], as: "way" },
  quadrant: { of: ["top-left", "top-right", "bottom-left", "bottom-right"], as: "quadrant" },
  contains: { letters: true }, without: { letters: true }, starts: { letters: true }, ends: { letters: true },
};
const HOW = ["=", ">=", "<="];

/** Read a need that touch can change; null for one that only its text can say. */
function parsed(need) {
  const [name, ...rest] = need.split(" ");
  const form = CHECKS[name];
  if (!form || /[(]| in | x\d/.test(need)) return null;
  if (form.number !== undefined) {
    const [first, second] = rest;
    const how = second === undefined ? "=" : first;
    const number = Number(second ?? first);
    return HOW.includes(how) && Number.isInteger(number) ? { name, how, number } : null;
  }
  if (form.of) return form.of.includes(rest[0]) && rest.length === 1 ? { name, word: rest[0] } : null;
  if (form.letters) return rest.length === 1 ? { name, word: rest[0] } : null;
  return rest.length ? null : { name };
}

/** @param {{ name: string, how?: string, number?: number, word?: string }} check */
function written({ name, how, number, word }) {
  if (number !== undefined) return how === "=" ? `${name} ${number}` : `${name} ${how} ${number}`;
  return word === undefined ? name : `${name} ${word}`;
}

export function goalParts(data, { touched, draw }) {
  const again = () => {
    touched();
    draw();
  };
  const rows = data.card.map((card, at) => {
    const set = (key) => (value) => {
      card[key] = value;
      touched();
    };
    const state = card.placeholder ? el("span", { class: "state" }, t("placeholder")) : null;
    return entry(`goal-${card.id}`, [el("span", { class: "grow" }, shown(card, "text"))], state,
      words(t("What the card asks, in your words"), card.text, typed(card, "text", touched), { maxlength: 200 }),
      ...check(card, set, again),
      tick(t("Has the starter symbol"), Boolean(card.starter), set("starter")),
      tick(t("As on our card"), !card.placeholder, (on) => {
        card.placeholder = !on;
        again();
      }),
      data.card.length > 1 ? button(t("Remove"), () => {
        data.card.splice(at, 1);
        again();
      }, "away") : null);
  });
  const more = () => {
    let n = data.card.length + 1;
    while (data.card.some((card) => card.id === `own-${n}`)) n += 1;
    unfold(`goal-own-${n}`);
    data.card.push({ id: `own-${n}`, text: t("New goal"), need: "manual", starter: false, placeholder: true });
    again();
  };
  return { cards: [el("ol", { class: "entries" }, ...rows), button(t("One more card"), more)] };
}

function check(card, set, again) {
  const now = parsed(card.need);
  const names = Object.keys(CHECKS).map((name) => [name, worded("need", name)]);
  const choose = (name) => {
    const form = CHECKS[name];
    if (name === "") return;
    set("need")(written({ name, how: "=", number: form.number, word: form.of?.[0] ?? (form.letters ? "A" : undefined) }));
    again();
  };
  if (!now) {
    return [oneOf(t("What is checked"), [["", t("A combined check, as text")], ...names], "", choose), words(t("A combined check, as text"), card.need, set("need"), { maxlength: 300, spellcheck: "false" })];
  }
  const form = CHECKS[now.name];
  const put = (part) => {
    Object.assign(now, part);
    set("need")(written(now));
  };
  const parts = [oneOf(t("What is checked"), names, now.name, choose)];
  if (form.number !== undefined) {
    parts.push(oneOf(t("How"), HOW.map((how) => [how, worded("need.how", { "=": "is", ">=": "least", "<=": "most" }[how])]), now.how, (how) => put({ how })));
    parts.push(stepper(t("Number"), now.number, { least: 0, most: 50, change: (number) => put({ number }) }));
  }
  if (form.of) parts.push(oneOf(worded("need", form.as), form.of.map((word) => [word, worded(form.as === "colour" ? "colour" : `need.${form.as}`, word)]), now.word, (word) => put({ word })));
  if (form.letters) parts.push(words(t("Letters"), now.word, (word) => /^\p{L}+$/u.test(word) && put({ word: word.toUpperCase() }), { maxlength: 12, autocapitalize: "characters" }));
  return parts;
}

export function deckParts(data, { touched, names }) {
  const set = (target, key) => (value) => {
    target[key] = value;
    count(data);
    touched();
  };
  const money = (label, target, key) => stepper(label, target[key], { step: 50, unit: "$", change: set(target, key) });
  const groups = Object.entries(data.groups).map(([key, group]) =>
    entry(`group-${key}`, [el("b", { class: "grow" }, names[key] ?? key), el("span", {}, `$${group.value ?? Object.values(group.value_by_count).at(-1)}`)], null,
      ...(group.value_by_count
        ? Object.keys(group.value_by_count).map((held) => money(t("{count} cards of it", { count: held }), group.value_by_count, held))
        : [money(t("The whole set"), group, "value")])));
  const { deck, values } = data;
  const number = (key) => stepper(worded("deck", key), deck[key], { most: 20, change: set(deck, key) });
  const houses = deck.houses_by_number.map((n, i) => stepper(t("Houses {number}", { number: i + 1 }), n, { most: 20, change: set(deck.houses_by_number, i) }));
  return {
    groups: [el("ol", { class: "entries" }, ...groups)],
    values: [el("div", { class: "fields" }, ...["hotel", "go", "mr_monopoly_most"].map((key) => money(worded("deck.value", key), values, key)))],
    titles: [el("p", { class: "small" }, t("Cards in a photo are known by their titles. Type in what your own cards say, in any language.")), el("ol", { class: "entries" }, ...Object.entries(data.titles).map(([key, printed]) =>
      entry(`title-${key}`, [el("b", {}, names[key] ?? key), el("span", { class: "grow small" }, printed.join(", "))], null,
        words(t("Titles, with commas between them"), printed.join(", "), (text) => {
          data.titles[key] = text.split(",").map((one) => one.trim()).filter(Boolean);
          touched();
        }, { maxlength: 300 }))))],
    counts: [el("div", { class: "fields" }, ...["tokens", "chance", "go", "mr_monopoly", "hotels"].map(number), ...houses)],
  };
}

function count(data) {
  const { deck, groups } = data;
  const of = Object.values(groups).reduce((sum, group) => sum + group.size, 0);
  deck.total = of + deck.tokens + deck.chance + deck.go + deck.mr_monopoly + deck.hotels + deck.houses_by_number.reduce((a, b) => a + b, 0);
}
