// The camera chip: what it sees, how old that is, and one way to mend what is wrong.

import { at, get } from "./api.js";
import { button, close, open, row } from "./dialogs.js";
import { byId, el, icon } from "./dom.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

const EVERY_MS = 2000;
const SLOW_MS = 10000;
const OFF = new Set(["camera-gone", "camera-unreachable", "camera-silent", "camera-frozen", "camera-phone", "not-a-picture"]);

/** How it stands with the camera: its state in words, and which of three kinds that is. */
function standing(state) {
  const about = state.notice?.kind ?? "";
  const words = worded("camera.state", about);
  if (!words) return { kind: "good", words: t("Sees the board") };
  return { kind: OFF.has(about) ? "off" : about === "hand-over-board" ? "hand" : "look", words };
}

/** Draw the chip. */
export function showCamera(state, page) {
  const chip = byId("cam");
  chip.hidden = !state.has_camera || !page.host;
  if (chip.hidden) return;
  const { kind, words } = standing(state);
  chip.dataset.kind = kind;
  byId("cam-state").textContent = words;
  chip.setAttribute("aria-label", t("Camera: {words}", { words }));
}

/** Keep the pictures of the page fresh while it is looked at. */
export function startCamera(page) {
  if (!page.host) return;
  mayChange = page.setup;
  byId("cam").addEventListener("click", showChecks);
  const fresh = () => {
    if (document.visibilityState !== "visible") return;
    for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("#cam:not([hidden]) img, img[data-live]"))) {
      picture.src = at(`/api/camera.jpg?t=${Date.now()}`);
    }
  };
  setInterval(fresh, SLOW_MS);
  fresh();
}

let mayChange = false;

/** What the camera sees, five checks, the remedy for the first that fails, and the way to its page. */
export async function showChecks() {
  const picture = el("img", { class: "shot", src: at(`/api/camera.jpg?t=${Date.now()}`), alt: t("What the camera sees now") });
  const says = el("p", { class: "small", role: "status" }, t("One moment ..."));
  const list = el("ul", { class: "checks" });
  const mend = el("p", { class: "unsure", hidden: true });
  open(t("The camera"), picture, says, list, mend, row(mayChange ? el("a", { class: "button", href: at("/camera") }, t("Another camera, or its corners")) : null, button(t("Close"), close, "primary")));
  while (list.isConnected && list.closest("dialog").open) {
    try {
      const { camera } = await get("/api/camera");
      says.textContent = t("The picture is {seconds} s old.", { seconds: camera.age_s });
      list.replaceChildren(...camera.checks.map(line));
      const wrong = camera.checks.find(({ ok }) => !ok);
      mend.hidden = !wrong;
      mend.textContent = wrong ? worded("camera.mend", wrong.name) : "";
      picture.src = at(`/api/camera.jpg?t=${Date.now()}`);
    } catch (refusal) {
      says.textContent = refusal.message;
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

const line = ({ name, ok, told }) =>
  el("li", { class: ok ? "ok" : "bad" }, icon(ok ? "M5 13l4.5 4.5L19 7" : "M12 6v8M12 18v.1"), el("span", {}, worded("camera.check", name)), el("span", { class: "sr" }, ok ? t("yes") : t("no")), told ? el("b", {}, told) : null);
