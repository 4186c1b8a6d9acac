// The camera of a game: what it sees, how old that is, what is wrong, and another one or other
// corners, used from now on without a new game.

import { get, post } from "./api.js";
import { byId, el } from "./dom.js";
import { fail } from "./fault.js";
import { cameraRadios, showChecks, waiting } from "./setup_camera.js";
import { check, Sight } from "./sight.js";
import { t, tn, useTexts } from "./texts.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);
const choices = page.more;
const ASK_MS = 1000;
const OLD_S = 5;

/** What looks at the game now, and what is chosen on the page. */
let sight = choices.sight;
let chosen = { camera: sight?.camera ?? "", corners: sight?.shown ? sight.corners.flat() : null };

const looking = new Sight({ fail, onCorners: (corners) => change({ ...chosen, corners }), onLook: showChecks });
const same = () => chosen.camera === (sight?.camera ?? "") && String(chosen.corners ?? "") === String(sight?.shown ? sight.corners.flat() : "");

function change(next) {
  chosen = next;
  drawUse();
}

function drawUse() {
  byId("use").disabled = same();
  byId("use").textContent = same() ? t("This is used") : chosen.camera ? t("Use this from now on") : t("Go on by hand");
}

/** How long ago, in words. */
function age(seconds) {
  if (seconds === null) return t("No picture yet");
  if (seconds < 1.5) return t("Last picture just now");
  const n = Math.round(seconds);
  return tn("Last picture {n} second ago", "Last picture {n} seconds ago", n, { n });
}

function draw() {
  const trouble = byId("trouble");
  trouble.dataset.state = !sight ? "unknown" : sight.says ? "bad" : sight.sees ? "good" : "unknown";
  trouble.textContent = !sight ? t("No camera looks at this game. It is played by hand.") : sight.says || (sight.sees ? t("It sees the board.") : t("Looking for the board ..."));
  const fact = (name, state, says) => check({ name, state, says });
  byId("facts").replaceChildren(...(sight ? [
    fact("age", sight.age_s === null || sight.age_s > OLD_S ? "bad" : "good", age(sight.age_s)),
    fact("doubt", sight.doubt ? "look" : "good", sight.doubt ? tn("{n} square is in doubt", "{n} squares are in doubt", sight.doubt, { n: sight.doubt }) : tn("{n} tile lies on the board, none in doubt", "{n} tiles lie on the board, none in doubt", sight.tiles, { n: sight.tiles })),
  ] : []));
  drawUse();
}

function pick(camera) {
  change({ camera, corners: null });
  look();
}

function look() {
  byId("checks").hidden = !chosen.camera;
  waiting();
  looking.look(chosen.camera, chosen.corners);
}

byId("phone").addEventListener("click", async () => {
  fail(null);
  try {
    const { address, picture } = await post("/api/phone/code");
    byId("phone-code").replaceChildren(
      el("p", {}, t("Scan this with the phone. The code works once, for ten minutes; then this page offers the phone.")),
      el("img", { class: "code", src: picture, alt: address }),
      el("p", { class: "address" }, address),
    );
  } catch (refusal) {
    fail(refusal);
  }
});

byId("use").addEventListener("click", async () => {
  fail(null);
  byId("use").disabled = true;
  try {
    ({ sight } = await post("/api/sight", chosen));
    byId("sight-says").textContent = t("Used from now on; the game goes on.");
  } catch (refusal) {
    fail(refusal);
  }
  draw();
});

async function ask() {
  try {
    const answer = await get("/api/sight");
    sight = answer.sight;
    draw();
  } catch (refusal) {
    byId("trouble").dataset.state = "bad";
    byId("trouble").textContent = refusal.message;
    if (refusal.kind === "viewer") fail(refusal);
  }
  setTimeout(ask, ASK_MS);
}

byId("cameras").replaceChildren(...cameraRadios(choices, chosen.camera, pick));
draw();
look();
setTimeout(ask, ASK_MS);
document.body.dataset.drawn = "";
