// How it stands with one device with buttons: a box, keys, pins.

import { el } from "./dom.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

/** What is told of a device. */
export function panel(device) {
  const ready = device.phase === "ready";
  const lines = facts(device).filter(([, value]) => value !== null);
  return el(
    "section",
    { class: ready ? "device ready" : "device" },
    el("h3", {}, name(device), el("span", { class: "state" }, (ready ? t("connected") : t("not there")))),
    el("p", {}, device.sentence),
    el("dl", {}, ...lines.flatMap(([key, value]) => [el("dt", {}, worded("devices", key)), el("dd", {}, value)])),
  );
}

function name(device) {
  if (device.kind !== "box") return worded("devices", device.kind);
  return device.uid ? t("Button box {uid}", { uid: device.uid }) : t("Button box");
}

const ago = (seconds) => t("{seconds} s ago", { seconds: Math.max(0, Math.round(seconds)) });

function facts(device) {
  const known = (value) => (value === null || value === undefined ? null : String(value));
  const last = device.last_press;
  const pressed = last && `${worded("devices.button", last.button)}, ${ago(last.ago_s)}: ${worded("devices.came", last.came)}`;
  const common = [
    ["port", device.port || null],
    ["last", pressed || t("none yet")],
    ["queued", known(device.queued)],
  ];
  if (device.kind !== "box") return [...common, ["presses", known(device.presses)]];
  const { firmware, protocol, start } = device;
  return [
    ...common.slice(0, 1),
    ["firmware", firmware === null ? null : t("{firmware}, protocol {protocol}, start {start}", { firmware: firmware.toFixed(2), protocol, start })],
    ["heard", device.heard_s === null ? null : ago(device.heard_s)],
    ...common.slice(1),
    ["dropped", known(device.dropped)],
    ["garbled", t("{here} to here, {there} to the box", { here: device.garbled, there: device.garbled_in_box })],
    ["repeated", t("{commands} to the box, {presses} presses from it", { commands: device.repeated, presses: device.duplicates })],
  ];
}
