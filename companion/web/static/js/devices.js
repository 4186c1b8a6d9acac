// How it stands with the buttons at the table: a box, keys, pins. Asked for while it is looked at.

import { get } from "./api.js";
import { button, close, open, row } from "./dialogs.js";
import { el } from "./dom.js";
import { say } from "./say.js";
import { t } from "./texts.js";

const EVERY_MS = 2000;

/** Open the dialog and keep it fresh until it is closed. */
export async function showDevices() {
  const list = el("div", { class: "devices" }, el("p", { class: "small" }, t("devices.wait")));
  open(t("devices.title"), list, row(button(t("dialog.close"), close, "primary")));
  while (list.isConnected && list.closest("dialog").open) {
    try {
      const { devices } = await get("/api/devices");
      list.replaceChildren(...devices.map(panel));
    } catch (refusal) {
      list.replaceChildren(el("p", { class: "small" }, say(refusal.message)));
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

function panel(device) {
  const ready = device.phase === "ready";
  const lines = facts(device).filter(([, value]) => value !== null);
  return el(
    "section",
    { class: ready ? "device ready" : "device" },
    el("h3", {}, name(device), el("span", { class: "state" }, t(ready ? "devices.ready" : "devices.away"))),
    el("p", {}, say(device.sentence)),
    el("dl", {}, ...lines.flatMap(([key, value]) => [el("dt", {}, t(`devices.${key}`)), el("dd", {}, value)])),
  );
}

function name(device) {
  if (device.kind !== "box") return t(`devices.${device.kind}`);
  return device.uid ? t("devices.box", { uid: device.uid }) : t("devices.box.any");
}

const ago = (seconds) => t("devices.ago", { seconds: Math.max(0, Math.round(seconds)) });

function facts(device) {
  const known = (value) => (value === null || value === undefined ? null : String(value));
  const last = device.last_press;
  const pressed = last && `${t(`devices.button.${last.button}`)}, ${ago(last.ago_s)}: ${t(`devices.came.${last.came}`)}`;
  const common = [
    ["port", device.port || null],
    ["last", pressed || t("devices.last.none")],
    ["queued", known(device.queued)],
  ];
  if (device.kind !== "box") return [...common, ["presses", known(device.presses)]];
  const { firmware, protocol, start } = device;
  return [
    ...common.slice(0, 1),
    ["firmware", firmware === null ? null : t("devices.version", { firmware: firmware.toFixed(2), protocol, start })],
    ["heard", device.heard_s === null ? null : ago(device.heard_s)],
    ...common.slice(1),
    ["dropped", known(device.dropped)],
    ["garbled", t("devices.both", { here: device.garbled, there: device.garbled_in_box })],
    ["repeated", t("devices.again", { commands: device.repeated, presses: device.duplicates })],
  ];
}
