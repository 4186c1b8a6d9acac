// Before a game: shows what the buttons send, while the part of the page is open.

import { get } from "./api.js";
import { panel } from "./device_panel.js";
import { byId, el } from "./dom.js";

const EVERY_MS = 700;
const part = byId("try-buttons");
const list = part.querySelector(".devices");

part.addEventListener("toggle", async () => {
  while (part.open) {
    try {
      const { devices } = await get("/api/devices");
      list.replaceChildren(...devices.map(panel));
    } catch (refusal) {
      list.replaceChildren(el("p", { class: "small" }, refusal.message));
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
});
