// How it stands with the buttons at the table: a box, keys, pins. Asked for while it is looked at.

import { get } from "./api.js";
import { panel } from "./device_panel.js";
import { button, close, open, row } from "./dialogs.js";
import { el } from "./dom.js";
import { t } from "./texts.js";

const EVERY_MS = 2000;

/** Open the dialog and keep it fresh until it is closed. */
export async function showDevices() {
  const list = el("div", { class: "devices" }, el("p", { class: "small" }, t("One moment ...")));
  open(t("Buttons at the table"), list, row(button(t("Close"), close, "primary")));
  while (list.isConnected && list.closest("dialog").open) {
    try {
      const { devices } = await get("/api/devices");
      list.replaceChildren(...devices.map(panel));
    } catch (refusal) {
      list.replaceChildren(el("p", { class: "small" }, refusal.message));
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
