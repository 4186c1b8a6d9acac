// A page for the host alone asks for the PIN; with it the page that was asked for opens.

import { post } from "./api.js";
import { byId } from "./dom.js";
import { useTexts } from "./texts.js";

useTexts(JSON.parse(byId("companion").textContent).texts);

byId("pin-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("fault").textContent = "";
  try {
    await post("/api/host", { pin: byId("pin").value.trim() });
    location.reload();
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
    byId("pin").select();
  }
});
document.body.dataset.drawn = "";
