// Which camera: the live picture, three checks in words, corners to drag; or none.

import { at } from "./api.js";
import { byId, el } from "./dom.js";
import { check, Sight } from "./sight.js";
import { t } from "./texts.js";

const THUMBS_MS = 2500;

/** What people call a camera; "" is none. */
export function cameraName(choices, camera) {
  if (!camera) return t("No camera, by hand");
  if (camera === "phone") return t("The phone");
  if (camera.startsWith("synthetic:")) return t("Rendered camera, to try it out");
  return choices.cameras.find((c) => c.id === camera)?.name ?? camera;
}

/** Radios of the cameras there are. */
export function cameraRadios(choices, chosen, onPick) {
  return [...choices.cameras.map((c) => c.id), ""].map((id) => {
    const radio = el("input", { type: "radio", name: "camera", value: id, checked: id === chosen, onchange: () => onPick(id) });
    return el("label", { class: "radio", "data-value": id }, radio, el("span", {}, cameraName(choices, id)));
  });
}

/** The first answer is waited for as "looking"; a camera's checks replace it. */
export function showChecks(board) {
  byId("checks").replaceChildren(...board.checks.map((one) => check(one)));
}

export const waiting = () => byId("checks").replaceChildren(el("li", { class: "check-unknown" }, el("span", {}), t("Looking for the board ...")));

export function cameraStep({ choices, choice, edition, changed, fail }) {
  const sight = new Sight({ fail, onCorners: (corners) => (choice.corners = corners), onLook: showChecks });
  let shown = false;

  function pick(camera) {
    choice.camera = camera;
    choice.corners = null;
    changed();
    look();
  }

  function look() {
    if (!shown) thumbs();
    shown = true;
    sight.language = choice.language;
    byId("checks").hidden = !choice.camera;
    waiting();
    sight.look(choice.camera, choice.corners);
  }

  /** Let go of the camera while another step is shown. */
  function rest() {
    sight.look("");
  }

  /** A small picture at each real camera where there are several, taken one after the other; live until one is chosen. */
  async function thumbs() {
    const real = choices.cameras.filter((c) => !c.id.startsWith("synthetic:"));
    if (real.length < 2) return;
    const load = (camera) => new Promise((done) => {
      const node = byId("cameras").querySelector(`[data-value="${CSS.escape(camera.id)}"]`);
      const picture = node.querySelector("img") ?? node.appendChild(el("img", { class: "thumb", alt: "" }));
      picture.onload = picture.onerror = (event) => {
        picture.hidden = event.type === "error";
        done();
      };
      picture.src = at(`/api/setup/camera.jpg?camera=${encodeURIComponent(camera.id)}&t=${Date.now()}`);
    });
    const before = choice.camera;
    do {
      for (const camera of real) {
        if (choice.camera !== before) return;
        await load(camera);
      }
      await new Promise((done) => setTimeout(done, THUMBS_MS));
    } while (choice.camera === "");
  }

  byId("cameras").replaceChildren(...cameraRadios(choices, choice.camera, pick));

  function draw() {
    const { board, size } = edition();
    const can = board && size === 15;
    byId("camera-part").hidden = !can;
    byId("no-camera").hidden = can;
    byId("no-camera").textContent = board ? t("A camera reads boards of 15 by 15 squares only; this one is played by hand.") : t("This game has no board for a camera to look at. Hands of cards are photographed with the tablet.");
    byId("camera-title").textContent = can ? t("Can it see the board?") : t("No camera is needed");
  }
  return { draw, look, rest };
}
