// What a camera sees, with the board's outline over it, and corners that can be dragged.

import { at, get } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { t, tn } from "./texts.js";
import { worded } from "./wordings_pages.js";

const EVERY_MS = 700;
const LOOK_MS = 1200;
const STEP = 0.004;
const FINE = 4;
const CORNERS = ["tl", "tr", "br", "bl"];
const SOMEWHERE = [[0.2, 0.15], [0.8, 0.15], [0.8, 0.85], [0.2, 0.85]];

const SIGNS = { good: "M5 13l5 5L19 7", look: "M12 5v9m0 4v.5", bad: "M6 6l12 12M18 6 6 18", unknown: "M6 12h12" };

/** The sign of a check: a tick, a mark, a cross or a dash. */
export const sign = (state) => svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SIGNS[state] }));

const state = { good: () => t("all right"), look: () => t("look here"), bad: () => t("not good"), unknown: () => t("not known yet") };

/** One line of what is right or wrong. */
export const check = (one, ...more) => el("li", { class: `check-${one.state}`, "data-check": one.name, "data-state": one.state },
  sign(one.state), el("span", {}, el("span", { class: "sr" }, `${state[one.state]()}: `), one.says), ...more);

export class Sight {
  /**
   * @param {{ fail: Function, onCorners: (corners: number[] | null) => void, onLook?: (board: any) => void }} way
   */
  constructor({ fail, onCorners, onLook = () => {} }) {
    this.fail = fail;
    this.onCorners = onCorners;
    this.onLook = onLook;
    this.camera = "";
    this.language = "english";
    this.corners = null;
    this.given = false; // somebody showed the corners: they are not looked for any more
    this.timer = 0;
    this.looking = 0;
    this.handles = CORNERS.map((name, i) => this.#handle(name, i));
    byId("handles").replaceChildren(...this.handles);
    byId("find").addEventListener("click", () => this.find());
    byId("read").addEventListener("click", () => this.#read());
    byId("picture").addEventListener("load", () => this.#loaded());
    byId("picture").addEventListener("error", () => this.#again(3 * EVERY_MS));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.camera && this.#start());
  }

  /** Show a camera; "" shows none. */
  look(camera, corners = null) {
    this.camera = camera;
    this.given = Boolean(corners?.length);
    this.corners = this.given ? [0, 1, 2, 3].map((i) => [corners[2 * i], corners[2 * i + 1]]) : null;
    clearTimeout(this.timer);
    clearTimeout(this.looking);
    byId("sight").hidden = !camera;
    byId("straight").hidden = true;
    byId("sight-says").textContent = "";
    byId("picture").removeAttribute("src");
    this.#draw();
    if (camera) this.#start();
  }

  /** Look for the board again, whatever corners somebody showed. */
  find() {
    this.given = false;
    byId("sight-says").textContent = t("Looking for the board ...");
    this.onCorners(null);
    this.#look();
  }

  /** The corners that somebody showed, as they are sent; null where the board is found. */
  get shown() {
    return this.given ? this.corners.flat().map((n) => Math.round(n * 1e4) / 1e4) : null;
  }

  #start() {
    this.#load();
    this.#look();
  }

  async #look() {
    clearTimeout(this.looking);
    const { camera, given } = this;
    if (!camera || document.hidden) return;
    let wait = LOOK_MS;
    try {
      const { board } = await get(`/api/setup/board?${this.#query()}`);
      if (camera !== this.camera) return;
      if (given === this.given) this.#take(board);
    } catch (refusal) {
      if (camera !== this.camera) return;
      wait = 3 * LOOK_MS;
      this.onLook({ status: "gone", checks: [{ name: "board", state: "bad", says: refusal.message }] });
      if (refusal.kind === "viewer") this.fail(refusal);
    }
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.#look(), wait);
  }

  #take(board) {
    const ok = board.status === "ok";
    this.onLook(board);
    if (this.given) return;
    if (ok) this.#set(board.corners);
    else if (!this.corners) this.#set(SOMEWHERE);
    byId("sight-says").textContent = ok ? t("The board is found. If a corner is not right, drag it.") : t("Drag the four corners onto the corners of the squares.");
  }

  #query() {
    return new URLSearchParams({ camera: this.camera, language: this.language, corners: (this.shown ?? []).join(",") });
  }

  async #read() {
    this.fail(null);
    const query = this.#query();
    byId("sight-says").textContent = t("Reading ...");
    try {
      const { reading } = await get(`/api/setup/reading?${query}`);
      const count = reading.cells?.flat().filter(Boolean).length;
      byId("sight-says").textContent = reading.status === "ok" ? tn("{count} tile is read.", "{count} tiles are read.", count, { count }) : (worded("notice", reading.status) ?? reading.detail);
      byId("straight").hidden = reading.status !== "ok";
      if (reading.status !== "ok") return;
      query.set("corners", reading.corners.flat().join(","));
      byId("straight-picture").src = at(`/api/setup/straight.jpg?${query}&t=${Date.now()}`);
      const doubtful = new Set(reading.doubtful);
      byId("straight-letters").replaceChildren(...reading.cells.flatMap((cells, r) => cells.map((text, c) => text && svg("text", { class: doubtful.has(`${r + 1}${String.fromCharCode(65 + c)}`) ? "doubtful" : null, x: 10 * c + 8.5, y: 10 * r + 3.6 }, text))).filter(Boolean));
    } catch (refusal) {
      byId("sight-says").textContent = "";
      this.fail(refusal);
    }
  }

  #loaded() {
    const picture = byId("picture");
    picture.parentElement.style.setProperty("--ratio", String(picture.naturalWidth / picture.naturalHeight));
    this.#again();
  }

  #again(wait = EVERY_MS) {
    clearTimeout(this.timer);
    if (this.camera && !document.hidden) this.timer = setTimeout(() => this.#load(), wait);
  }

  #load() {
    clearTimeout(this.timer);
    byId("picture").src = at(`/api/setup/camera.jpg?camera=${encodeURIComponent(this.camera)}&t=${Date.now()}`);
  }

  #set(corners) {
    this.corners = corners.map(([x, y]) => [Math.max(0, Math.min(1, x)), Math.max(0, Math.min(1, y))]);
    this.#draw();
  }

  #draw() {
    const shown = Boolean(this.corners);
    const points = (this.corners ?? []).map(([x, y]) => `${1000 * x},${1000 * y}`).join(" ");
    for (const polygon of byId("outline").querySelectorAll("polygon")) polygon.setAttribute("points", points);
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
    node.addEventListener("pointerup", () => this.given && this.#look());
    node.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
      if (!step) return;
      event.preventDefault();
      const far = event.shiftKey ? FINE : 1;
      this.#move(i, this.corners[i][0] + far * step[0], this.corners[i][1] + far * step[1]);
    });
    return node;
  }

  #move(i, x, y) {
    const corners = this.corners.map((corner) => [...corner]);
    corners[i] = [x, y];
    this.given = true;
    this.#set(corners);
    byId("sight-says").textContent = t("These corners are used from now on.");
    this.onCorners(this.shown);
  }
}
