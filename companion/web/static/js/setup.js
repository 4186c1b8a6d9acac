// Setting a game up in three steps: who plays, which game, which camera. All have a good answer
// from the beginning, so that each may be passed over.

import { at, post } from "./api.js";
import { byId, el } from "./dom.js";
import { fail } from "./fault.js";
import { gameStep } from "./setup_game.js";
import { cameraName, cameraStep } from "./setup_camera.js";
import { playerStep } from "./setup_players.js";
import { t, useTexts } from "./texts.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);
const choices = page.more;
const STEPS = ["players", "game", "camera"];
const real = choices.cameras.filter((c) => !c.id.startsWith("synthetic:"));
/** What is chosen; who never chose gets a camera that is there. */
const choice = { corners: null, ...choices.last };
if (!choices.again && !choice.camera && real.length) choice.camera = real[0].id;

const way = { choices, choice, page, edition, changed, fail };
const steps = { players: playerStep(way), game: gameStep(way), camera: cameraStep(way) };
let now = "players";

function edition() {
  return choices.editions.find((e) => e.name === choice.edition) ?? choices.editions[0];
}

/** Whether a camera can look at the game that is chosen. */
const seen = () => edition().board && edition().size === 15;

/** Why the players cannot play the game; empty if they can. */
function misfit() {
  const [fewest, most] = edition().players;
  if (choice.players.length >= fewest && choice.players.length <= most) return "";
  return t("{game} is for {fewest} to {most} players.", { game: edition().title, fewest, most });
}

/** Draw what follows from a choice elsewhere. */
function changed() {
  for (const step of Object.values(steps)) step.draw();
  const names = choice.players.map((name, seat) => name.trim() || t("Player {number}", { number: seat + 1 }));
  byId("say-players").textContent = names.join(", ");
  byId("say-game").textContent = misfit() || edition().title;
  byId("to-game").classList.toggle("misfit", Boolean(misfit()));
  if (now === "game") fail(misfit() ? { message: misfit() } : null);
  byId("say-camera").textContent = seen() ? cameraName(choices, choice.camera) : t("none needed");
  byId("go").textContent = t("Play, {name} begins", { name: names[0] });
  byId("next").textContent = now === "players" ? t("Choose the game") : t("Set the camera");
}

function show() {
  const wanted = location.hash.slice(1);
  now = STEPS.includes(wanted) ? wanted : "players";
  for (const [at_, name] of STEPS.entries()) {
    byId(`step-${name}`).hidden = name !== now;
    const link = byId(`to-${name}`);
    link.classList.toggle("was", at_ < STEPS.indexOf(now));
    if (name === now) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  byId("rest").hidden = now === "players";
  byId("resume").hidden = now !== "players" || !choices.unfinished;
  byId("back").hidden = now === "players";
  byId("again").hidden = now !== "players" || !choices.again;
  byId("next").hidden = now === "camera";
  byId("go").hidden = now !== "camera";
  fail(null);
  changed();
  if (now === "camera" && seen()) steps.camera.look();
  else steps.camera.rest();
}

addEventListener("hashchange", () => {
  show();
  scrollTo(0, 0);
  byId(`${now}-title`).focus({ preventScroll: true });
});
const step = (by) => (location.hash = STEPS[STEPS.indexOf(now) + by]);
byId("next").addEventListener("click", () => step(1));
byId("back").addEventListener("click", () => step(-1));

/** Set the game up and go to its board. */
async function start(order, button) {
  fail(null);
  button.disabled = true;
  try {
    await post("/api/setup", order);
    location.assign(at("/"));
  } catch (refusal) {
    fail(refusal);
    button.disabled = false;
  }
}

byId("go").addEventListener("click", () => {
  if (misfit()) {
    location.hash = "game";
    return;
  }
  const camera = seen() ? { camera: choice.camera, corners: choice.corners } : { camera: "", corners: null };
  const players = choice.players.map((name, seat) => name.trim() || t("Player {number}", { number: seat + 1 }));
  start({ ...choice, ...camera, players, colours: choice.colours.slice(0, players.length) }, byId("go"));
});

if (choices.again) {
  const last = choices.last;
  const game = choices.editions.find((e) => e.name === last.edition)?.title;
  byId("again-line").textContent = [last.players.join(", "), game, cameraName(choices, last.camera)].join(" · ");
  byId("again").addEventListener("click", () => start(last, byId("again")));
}

if (choices.unfinished) {
  const open = choices.unfinished;
  const go = async () => {
    try {
      await post("/api/setup/resume", { number: open.number });
      location.assign(at("/"));
    } catch (refusal) {
      fail(refusal);
    }
  };
  byId("resume").replaceChildren(el("button", { type: "button", onclick: go }, t("Go on with the game of {players}", { players: open.players.join(", ") })));
}

show();
document.body.dataset.drawn = "";
