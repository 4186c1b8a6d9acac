// The page that helps with overlays: previews of the real scenes, and addresses to copy.

import { at } from "./api.js";
import { byId } from "./dom.js";
import { drawScene, dressScene } from "./scenes.js";
import { t, useTexts } from "./texts.js";

const page = JSON.parse(byId("air").textContent);
useTexts(page.texts);

/** Before there is a game, one that was never played shows what the scenes are like. */
function example() {
  const { layout } = page;
  const middle = Math.floor(layout.length / 2);
  const cells = layout.map((line) => [...line].map(() => ""));
  const lit = [...t("WORDS")].map((letter, i) => {
    cells[middle][middle - 2 + i] = letter;
    return `${middle + 1}${String.fromCharCode(63 + middle + i)}`;
  });
  const player = (name, score, colour, on) => ({ name, score, colour, on, won: false, clock: "", cash: "" });
  return {
    state: "playing", line: "", game: "", team: "", goals: [], hands: [], turn: "", left: "", panels: [],
    players: [player("Mira", "214", "red", true), player("Jonas", "175", "blue", false)],
    last: { player: "Jonas", word: t("WORDS"), at: `${middle + 1}${String.fromCharCode(63 + middle)}`, score: "+27", also: [] },
    layout, letters: page.letters, cells, lit,
  };
}

const scene = page.now.state === "waiting" ? example() : page.now;
const field = (name) => byId(`air-${name}`);

/** What the addresses end with, as it was chosen. */
function chosen() {
  const asked = new URLSearchParams();
  if (field("delay").value !== "0") asked.set("delay", field("delay").value);
  if (field("side").value === "left") asked.set("side", "left");
  if (field("empty").value.trim()) asked.set("empty", field("empty").value.trim());
  if (field("look").value === "light") {
    for (const [name, value] of [["bg", "fffdf8"], ["color", "23282b"], ["accent", "1b6a61"]]) asked.set(name, value);
  } else if (field("look").value === "own") {
    for (const name of ["bg", "color", "accent"]) asked.set(name, field(name).value.slice(1));
  }
  return asked;
}

function show() {
  const asked = chosen();
  byId("air-own").hidden = field("look").value !== "own";
  for (const stage of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".stage .scene"))) {
    dressScene(stage, asked);
    drawScene(stage, stage.dataset.scene, scene, page.marks);
  }
  const end = asked.size ? `?${asked}` : "";
  for (const line of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-path]"))) {
    line.value = location.origin + at(line.dataset.path) + (line.dataset.path.startsWith("/air") ? end : "");
  }
}

async function copy(button) {
  const line = button.parentElement.querySelector("input");
  line.select();
  try {
    await navigator.clipboard.writeText(line.value); // not there on a page over plain HTTP
  } catch {
    document.execCommand("copy");
  }
  byId("air-said").textContent = t("Copied.");
  button.classList.add("copied");
  setTimeout(() => button.classList.remove("copied"), 1500);
}

for (const button of document.querySelectorAll("button[data-copy]")) button.addEventListener("click", () => copy(button));
byId("air-form").addEventListener("input", show);
byId("air-form").addEventListener("submit", (event) => event.preventDefault());
show();
document.body.dataset.drawn = "";
