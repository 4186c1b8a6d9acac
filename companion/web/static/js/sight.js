// What the camera sees, with the board's outline over it, and corners that can be dragged.

import { at, get } from "./api.js";
import { byId, el } from "./dom.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

const EVERY_MS = 700;
const STEP = 0.004;
const CORNERS = ["tl", "tr", "br", "bl"];

export class Sight {
  constructor({ fail, onCorners }) {
    this.fail = fail;
    this.onCorners = onCorners;
    this.camera = "";
    this.corners = null;
    this.timer = 0;
    this.handles = CORNERS.map((name, i) => this.#handle(name, i));
    byId("handles").replaceChildren(...this.handles);
    byId("find").addEventListener("click", () => this.find());
    byId("picture").addEventListener("load", () => this.#again());
    byId("picture").addEventListener("error", () => this.#again(3 * EVERY_MS));
  }

  /** Show a camera; "" shows none. */
  look(camera, corners = null) {
    this.camera = camera;
    this.corners = null;
    clearTimeout(this.timer);
    byId("sight").hidden = !camera;
    byId("straight").hidden = true;
    this.#draw();
    if (!camera) return;
    this.#load();
    if (corners?.length) this.#set([0, 1, 2, 3].map((i) => [corners[2 * i], corners[2 * i + 1]]));
    else this.find();
  }

  async find() {
    const camera = this.camera;
    byId("sight-says").textContent = t("Looking for the board ...");
    try {
      const { board } = await get(`/api/setup/board?camera=${encodeURIComponent(camera)}`);
      if (camera !== this.camera) return;
      const ok = board.status === "ok";
      const why = worded("notice", board.status) ?? board.detail;
      byId("sight-says").textContent = ok ? t("The board is found. If a corner is not right, drag it.") : `${why} ${t("Drag the four corners onto the corners of the squares.")}`;
      this.#set(ok ? board.corners : [[0.2, 0.15], [0.8, 0.15], [0.8, 0.85], [0.2, 0.85]]);
      this.onCorners(null); // found anew at every picture, unless somebody drags a corner
    } catch (refusal) {
      byId("sight-says").textContent = "";
      this.fail(refusal);
    }
  }

  #again(wait = EVERY_MS) {
    clearTimeout(this.timer);
    if (this.camera) this.timer = setTimeout(() => this.#load(), wait);
  }

  #load() {
    byId("picture").src = at(`/api/setup/camera.jpg?camera=${encodeURIComponent(this.camera)}&t=${Date.now()}`);
  }

  #set(corners) {
    this.corners = corners.map(([x, y]) => [Math.max(0, Math.min(1, x)), Math.max(0, Math.min(1, y))]);
    this.#draw();
  }

  #draw() {
    const shown = Boolean(this.corners);
    byId("outline").toggleAttribute("hidden", !shown);
    byId("found").setAttribute("points", (this.corners ?? []).map(([x, y]) => `${1000 * x},${1000 * y}`).join(" "));
    this.handles.forEach((node, i) => {
      node.hidden = !shown;
      if (!shown) return;
      node.style.left = `${100 * this.corners[i][0]}%`;
      node.style.top = `${100 * this.corners[i][1]}%`;
    });
  }

  #handle(name, i) {
    const node = el("button", { type: "button", class: "handle", "data-corner": name, "aria-label": worded("setup.corner", name), hidden: true });
    node.addEventListener("pointerdown", (event) => node.setPointerCapture(event.pointerId));
    node.addEventListener("pointermove", (event) => {
      if (!node.hasPointerCapture(event.pointerId)) return;
      const box = byId("handles").getBoundingClientRect();
      this.#move(i, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
    node.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
      if (!step) return;
      event.preventDefault();
      this.#move(i, this.corners[i][0] + step[0], this.corners[i][1] + step[1]);
    });
    return node;
  }

  #move(i, x, y) {
    const corners = this.corners.map((corner) => [...corner]);
    corners[i] = [x, y];
    this.#set(corners);
    byId("sight-says").textContent = t("These corners are used from now on.");
    this.onCorners(this.corners.flat().map((n) => Math.round(n * 1e4) / 1e4));
  }
}
