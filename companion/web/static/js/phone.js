// This phone is the camera: one tap claims it and opens its camera; a picture after the other goes
// to the companion, never two at a time, and each answer says when the next one is wanted.

import { at, post } from "./api.js";
import { stayAwake } from "./awake.js";
import { byId, el } from "./dom.js";
import { t, useTexts } from "./texts.js";

const page = JSON.parse(byId("companion").textContent);
useTexts(page.texts);

const LONGEST_PX = 1280;
const QUALITY = 0.8;
const ABORT_MS = 8000;
const FIRST_PAUSE_S = 0.5;
const LONGEST_PAUSE_S = 8;
const LOW = 0.15;

const video = /** @type {HTMLVideoElement} */ (byId("preview"));
const canvas = /** @type {HTMLCanvasElement} */ (el("canvas"));
let claimed = page.more.claimed;
let stream = null;
let timer = 0;
let pause_s = FIRST_PAUSE_S;
let light = false;

const WHY = {
  NotAllowedError: () => t("This page may not use the camera. Allow it in the browser's settings for this page, then tap again."),
  NotFoundError: () => t("This device has no camera."),
  NotReadableError: () => t("Another app uses the camera. Close it, then tap again."),
};

function says(text, state = "good") {
  byId("says").textContent = text;
  byId("says").dataset.state = state;
}

const fail = (text) => (byId("fault").textContent = text);

/** The code in the address works once; it is not left where others may read it. */
async function claim() {
  const word = location.hash.slice(1);
  if (!word) return;
  history.replaceState(null, "", location.pathname);
  await post("/api/phone/claim", { word });
  claimed = true;
}

async function open() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } } });
  const [track] = stream.getVideoTracks();
  track.addEventListener("ended", () => begin(), { once: true }); // a call came in, another app took it
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
  byId("light").hidden = !("torch" in (track.getCapabilities?.() ?? {}));
  if (light) await shine();
  const front = track.getSettings().facingMode === "user";
  says(front ? t("This is the front camera: turn the phone round, or choose another camera in the browser.") : t("Sending pictures."), front ? "bad" : "good");
}

async function shine() {
  const [track] = stream.getVideoTracks();
  await track.applyConstraints({ advanced: [{ torch: light }] });
  byId("light").setAttribute("aria-pressed", String(light));
}

async function begin() {
  clearTimeout(timer);
  fail("");
  try {
    await claim();
    if (!claimed) throw new Error(t("Scan the code that the host's camera page shows."));
    await open();
    byId("start").hidden = true;
    stayAwake();
    pause_s = FIRST_PAUSE_S;
    next(0);
  } catch (fault) {
    says("", "unknown");
    fail(WHY[fault.name]?.() ?? fault.message);
    byId("start").hidden = false;
  }
}

function next(seconds) {
  clearTimeout(timer);
  timer = setTimeout(send, 1000 * seconds);
}

/** What the camera sees now, small: read as well as a large picture, and soon there. */
function picture() {
  const ratio = Math.min(1, LONGEST_PX / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * ratio);
  canvas.height = Math.round(video.videoHeight * ratio);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

async function send() {
  if (document.hidden) return; // a hidden page has no picture; coming back begins anew
  if (!video.videoWidth) return next(FIRST_PAUSE_S);
  let answer;
  try {
    const body = await picture();
    const came = await fetch(at("/api/phone/picture"), { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body, signal: AbortSignal.timeout(ABORT_MS), cache: "no-store" });
    answer = await came.json();
  } catch {
    says(t("The companion does not answer. Trying again ..."), "bad");
    next(pause_s);
    pause_s = Math.min(2 * pause_s, LONGEST_PAUSE_S);
    return;
  }
  if (!answer.ok && answer.error.kind === "not-the-phone") {
    stream.getTracks().forEach((track) => track.stop());
    claimed = false;
    video.hidden = true;
    byId("start").hidden = false;
    says("", "unknown");
    fail(answer.error.sentence);
    return;
  }
  if (!answer.ok) {
    says(answer.error.sentence, "bad");
    next(LONGEST_PAUSE_S);
    return;
  }
  if (pause_s > FIRST_PAUSE_S || byId("says").dataset.state === "bad") await open();
  pause_s = FIRST_PAUSE_S;
  next(answer.again_s);
}

async function watchBattery() {
  const battery = "getBattery" in navigator ? await /** @type {any} */ (navigator).getBattery() : null;
  const look = () => !battery.charging && battery.level < LOW && fail(t("The battery is nearly empty. Plug the phone in."));
  battery?.addEventListener("levelchange", look);
}

byId("start").addEventListener("click", begin);
byId("light").addEventListener("click", () => {
  light = !light;
  shine();
});
document.addEventListener("visibilitychange", () => !document.hidden && stream && begin());
if (!page.more.encrypted || !navigator.mediaDevices) {
  fail(t("Phones give their camera to encrypted pages only. Start the companion with --https, or photograph each turn on the board's page."));
  byId("start").disabled = true;
}
watchBattery();
document.body.dataset.drawn = "";
