// What is printed on a family's board and cards: shown part by part, changed by touch, and each
// part ticked when somebody has compared it with the printed game.

import { post } from "./api.js";
import { boardParts } from "./edit_board.js";
import { deckParts, goalParts } from "./edit_cards.js";
import { plainParts } from "./edit_plain.js";
import { paint } from "./blocks.js";
import { byId, el } from "./dom.js";
import { button, close, open, row } from "./dialogs.js";
import { tick } from "./inputs.js";
import { t, useTexts } from "./texts.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);

/** How the data of a game are drawn, by the form that the game says they have. */
const FORMS = { properties: boardParts, goals: goalParts, deck: deckParts, plain: plainParts };
let file = page.more;
let changed = false;
const unfolded = new Set();

const touched = () => {
  changed = true;
  byId("saved").textContent = t("Not saved yet.");
};

function draw() {
  byId("editor-title").textContent = `${t("Board and cards")}: ${file.title}`;
  const parts = FORMS[file.form](file.data, { touched, draw, names: file.names });
  byId("parts").replaceChildren(...file.parts.map(([name, title]) => section(name, title, parts[name])));
  paint(byId("parts"));
  if (file.fault) byId("fault").textContent = file.fault;
}

function section(name, title, content) {
  const done = file.checked.includes(name);
  const mark = el("span", { class: done ? "state good" : "state" }, (done ? t("compared") : t("placeholder")));
  const compared = tick(t("Compared: this is what our printed game says"), done, (on) => {
    file.checked = file.parts.map(([part]) => part).filter((part) => (part === name ? on : file.checked.includes(part)));
    for (const card of file.data.card ?? []) if ("placeholder" in card) card.placeholder = !on;
    touched();
    draw();
  });
  const fold = (event) => (event.target.open ? unfolded.add(name) : unfolded.delete(name));
  return el("details", { class: "card part", open: unfolded.has(name), ontoggle: fold },
    el("summary", {}, el("h2", {}, title), mark),
    ...content,
    compared);
}

byId("save").addEventListener("click", async () => {
  byId("fault").textContent = "";
  try {
    const answer = await post(`/api/files/${file.game}`, { data: file.data, checked: file.checked });
    file = answer.file;
    changed = false;
    byId("saved").textContent = t("Saved. New games use it.");
    draw();
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
  }
});

byId("reset").addEventListener("click", () => {
  const yes = async () => {
    close();
    try {
      file = (await post(`/api/files/${file.game}/reset`)).file;
      changed = false;
      byId("saved").textContent = t("These are the examples again.");
      draw();
    } catch (refusal) {
      byId("fault").textContent = refusal.message;
    }
  };
  open(t("Back to the examples"), el("p", {}, t("All that was typed in for this game goes.")), row(button(t("Cancel"), close), button(t("Back to the examples"), yes, "primary")));
});

addEventListener("beforeunload", (event) => changed && event.preventDefault());
draw();
document.body.dataset.drawn = "";
