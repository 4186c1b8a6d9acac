// Which game, drawn from its data; and in one line all that is seldom changed.

import { at, postFile } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { gamePicture } from "./pictures.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

/** A row of buttons of which one is chosen. */
function one(id, rows, choice, key, onPick) {
  const nodes = rows.map(([value, text]) => el("button", { type: "button", "data-value": value, onclick: () => tap(value) }, text));
  const mark = () => nodes.forEach((node, i) => node.setAttribute("aria-pressed", String(rows[i][0] === choice[key])));
  const tap = (value) => {
    choice[key] = value;
    mark();
    onPick();
  };
  mark();
  byId(id).replaceChildren(...nodes);
}

const tick = () => svg("svg", { class: "tick", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M5 13l5 5L19 7" }));

export function gameStep({ choices, choice, page, edition, changed, fail }) {
  const own = { en: "english", de: "german" }[document.documentElement.lang];
  choices.languages.sort((a, b) => Number(b.name === own) - Number(a.name === own));
  const clocks = [["", t("No clock")], ...choices.clocks.map((c) => [c.name, worded("time", c.name)])];
  const tilesOf = ({ name, title }) => worded("tiles", name) ?? title;

  function about({ players: [fewest, most], board, size }) {
    const seats = fewest === most ? String(most) : t("{fewest} to {most}", { fewest, most });
    return `${seats} · ${board ? t("{size} by {size}", { size }) : t("no board")}`;
  }

  function pick(name) {
    choice.edition = name;
    const [fewest] = edition().players;
    while (choice.players.length < fewest) choice.players.push(t("Player {number}", { number: choice.players.length + 1 }));
    choice.colours = [...new Set([...choice.colours, ...choices.colours])];
    ask();
    changed();
  }

  byId("editions").replaceChildren(...choices.editions.map((each) => {
    const radio = el("input", { type: "radio", name: "edition", value: each.name, checked: each.name === edition().name, onchange: () => pick(each.name) });
    return el("label", { class: "card gamecard", "data-value": each.name }, radio, el("span", { class: "pic" }, gamePicture(each.picture)), el("span", { class: "what" }, el("b", {}, each.title), el("span", { class: "muted" }, about(each))), tick());
  }));

  /** What this game asks beyond the others. */
  function ask() {
    const { asks } = edition();
    byId("asked").replaceChildren(...asks.map(({ option, title }) => el("div", { id: `${option}-asked` },
      el("h3", { id: `${option}-title` }, title),
      el("div", { class: "choices", id: `${option}-choices`, role: "group", "aria-labelledby": `${option}-title` }),
    )));
    for (const { option, values } of asks) one(`${option}-choices`, values, choice, option, changed);
  }

  const showLists = () => one("lists", choices.lists.map((l) => [l.name, l.title]), choice, "lexicon", changed);
  showLists();
  one("languages", choices.languages.map((l) => [l.name, tilesOf(l)]), choice, "language", changed);
  one("clocks", clocks, choice, "clock", changed);
  ask();
  // Minutes and seconds of the clock's own; empty for what its name says.
  for (const key of ["clock_minutes", "clock_bonus", "clock_delay"]) {
    const input = byId(key);
    input.value = choice[key] || "";
    input.oninput = () => (choice[key] = Math.max(0, Number(input.value) || 0));
  }

  byId("list-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    fail(null);
    byId("list-says").textContent = t("The list is being read …");
    try {
      const { list } = await postFile(`/api/lists?name=${encodeURIComponent(file.name)}`, file);
      choices.lists = [...choices.lists.filter((l) => l.name !== list.name), list];
      choice.lexicon = list.name;
      showLists();
      changed();
      const number = new Intl.NumberFormat(document.documentElement.lang);
      byId("list-says").textContent = t("{title}: {words} words, {twos} of them of two letters. Its fingerprint begins with {hash}.", { title: list.title, words: number.format(list.words), twos: list.twos, hash: list.sha256.slice(0, 16) });
    } catch (refusal) {
      byId("list-says").textContent = "";
      fail(refusal);
    }
  });

  /** Whether something is asked of so many players. */
  const isAsked = ({ players }) => !players || players === choice.players.length;

  /** In one line what is folded. */
  function line() {
    const now = edition();
    const titled = (rows, name) => rows.find((row) => row.name === name)?.title;
    const language = choices.languages.find((l) => l.name === choice.language);
    const asked = now.asks.filter(isAsked).map(({ option, title, values }) => t("{title}: {value}", { title, value: values.find(([value]) => value === choice[option])?.[1] ?? "" }));
    return [now.board && language ? tilesOf(language) : null, now.board ? titled(choices.lists, choice.lexicon) : null, clocks.find(([name]) => name === choice.clock)?.[1], ...asked].filter(Boolean).join(" · ");
  }

  function draw() {
    const now = edition();
    byId("tiles-part").hidden = !now.board;
    byId("clock-times").hidden = !choice.clock;
    byId("printed-part").hidden = !page.files || !now.printed;
    byId("printed").href = at(`/setup/files/${now.printed}`);
    for (const each of now.asks) byId(`${each.option}-asked`).hidden = !isAsked(each);
    byId("rest-line").textContent = line();
    for (const card of byId("editions").children) {
      const [, most] = choices.editions.find((e) => e.name === card.dataset.value).players;
      card.classList.toggle("misfit", choice.players.length > most);
    }
  }
  return { draw };
}
