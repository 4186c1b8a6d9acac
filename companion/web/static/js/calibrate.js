// Measuring a camera: view by view with what is still missing, then where the board lies.

import { at, get, post } from "./api.js";
import { byId, el, svg } from "./dom.js";
import { t, tn, useTexts } from "./texts.js";
import { worded } from "./wordings_pages.js";

const PICTURE_MS = 500;
const OFFER_MS = 1200;
const PAPERS = { a4: "A4", letter: "Letter", a3: "A3" };
const VIEWS = ["flat", "tilt-left", "tilt-right", "tilt-up", "tilt-down", "corner-top-left", "corner-top-right", "corner-bottom-left", "corner-bottom-right", "near"];

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);
let camera = "";
let paper = "a4";
let automatic = false;
let timer = 0;
let offering = 0;

const fail = (refusal) => (byId("fault").textContent = refusal ? refusal.message : "");

function chips(id, rows, chosen, onPick) {
  const nodes = rows.map(([value, text]) => el("button", { type: "button", "data-value": value, "aria-pressed": String(value === chosen), onclick: () => pick(value) }, text));
  const pick = (value) => {
    nodes.forEach((node, i) => node.setAttribute("aria-pressed", String(rows[i][0] === value)));
    onPick(value);
  };
  byId(id).replaceChildren(...nodes);
}

const said = (name) => (worded("calibrate.said", name) ?? worded("notice", name) ?? name);
const wish = (name) => worded("calibrate.wanted", name);

function show(state) {
  const next = state.wanted[0];
  const done = state.views > 0 && !next;
  byId("says").textContent = [said(state.said), state.said === "lens-kept" ? "" : next ? wish(next) : done ? t("That is enough: work out the lens.") : ""].filter(Boolean).join(" ");
  byId("count").textContent = tn("{count} view taken.", "{count} views taken.", state.views, { count: state.views });
  const missing = new Set(state.wanted);
  const rows = [...VIEWS, ...state.wanted.filter((name) => !VIEWS.includes(name))];
  byId("wanted").replaceChildren(...rows.map((name) => {
    const there = state.views > 0 && !missing.has(name);
    return el("li", { class: there ? "there" : name === next ? "next" : null, "data-view": name }, worded("calibrate.view", name), there ? el("span", { class: "unseen" }, ` ${t("(taken)")}`) : null);
  }));
  byId("fields").replaceChildren(...state.fields.flatMap((row, r) => row.map((seen, c) => svg("rect", { x: c + 0.01, y: r + 0.01, width: 0.98, height: 0.98, class: seen ? "covered" : null }))));
  byId("finish").disabled = state.views < 6;
  const lens = state.lens;
  byId("figures").hidden = !lens;
  if (lens) {
    const figures = [["error", `${lens.error_px} px`], ["coverage", `${Math.round(100 * lens.coverage)} %`], ["focal", `${lens.focal_px} px`], ["bend", String(lens.k1)], ["dropped", String(lens.dropped)]];
    byId("figures").replaceChildren(...figures.flatMap(([name, value]) => [el("dt", {}, worded("calibrate.figure", name)), el("dd", { "data-figure": name }, value)]));
  }
  const kept = state.kept;
  byId("kept").textContent = kept ? `${t("Measured on {date}, error {error} pixels.", { date: kept.made_on, error: kept.error_px })} ${kept.posed ? t("The board's place is known.") : ""}` : t("This camera has not been measured yet.");
  advise(state.advice);
}

function advise(advice) {
  byId("advice").hidden = !advice;
  if (!advice) return;
  const lines = [
    t("Camera about {distance} cm from the board's middle; a square is then {px} pixels wide.", { distance: Math.round(advice.distance_mm / 10), px: advice.square_px }),
    t("Lean it at most {tilt} degrees from straight above.", { tilt: advice.tilt_deg }),
    advice.lamp_deg ? t("The letters have the colour of the tiles: put one lamp at the upper left of the board, {low} to {high} degrees over the table, and switch off lights straight above.", { low: advice.lamp_deg[0], high: advice.lamp_deg[1] }) : t("Any even light will do."),
  ];
  byId("advice-list").replaceChildren(...lines.map((line) => el("li", {}, line)));
}

async function step(name, more = {}) {
  const asked = camera;
  fail(null);
  try {
    const { state } = await post(`/api/calibrate/${name}`, { camera, ...more });
    if (asked === camera) show(state);
    return state;
  } catch (refusal) {
    auto(false);
    fail(refusal);
    return null;
  }
}

function auto(on) {
  automatic = on;
  byId("auto").setAttribute("aria-pressed", String(on));
  clearTimeout(offering);
  if (on) offer();
}

async function offer() {
  const state = await step("offer");
  if (!automatic || !state) return;
  if (state.views && !state.wanted.length) auto(false);
  else offering = setTimeout(offer, OFFER_MS);
}

function load() {
  if (camera) byId("picture").src = at(`/api/calibrate/picture.jpg?camera=${encodeURIComponent(camera)}&t=${Date.now()}`);
}

function again(wait) {
  clearTimeout(timer);
  timer = setTimeout(load, wait);
}

async function choose(chosen) {
  auto(false);
  camera = chosen;
  byId("pose-says").textContent = "";
  byId("measuring").hidden = !camera;
  byId("kept").textContent = "";
  fail(null);
  if (!camera) return;
  try {
    const { state } = await get(`/api/calibrate?camera=${encodeURIComponent(camera)}`);
    show(state);
    load();
  } catch (refusal) {
    byId("measuring").hidden = true;
    fail(refusal);
  }
}

function papers(chosen) {
  paper = chosen;
  byId("print").href = at(`/setup/markers-${paper}.pdf`);
  byId("screen").href = at(`/calibrate/sheet-${paper}.png`);
}

byId("picture").addEventListener("load", () => again(PICTURE_MS));
byId("picture").addEventListener("error", () => again(4 * PICTURE_MS));
byId("auto").addEventListener("click", () => auto(!automatic));
byId("take").addEventListener("click", () => step("offer"));
byId("again").addEventListener("click", () => {
  auto(false);
  step("begin", { paper });
});
byId("finish").addEventListener("click", () => {
  auto(false);
  step("finish");
});
byId("pose").addEventListener("click", async () => {
  const state = await step("pose");
  if (!state) return;
  byId("pose-says").textContent = said(state.said);
});

chips("cameras", page.more.cameras.map((c) => [c.id, c.id.startsWith("synthetic:") ? t("Rendered camera, to try it out") : c.name]), "", choose);
chips("papers", Object.entries(PAPERS), paper, (chosen) => {
  papers(chosen);
  if (camera) step("begin", { paper });
});
papers(paper);
