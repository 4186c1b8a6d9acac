// The tables there are: one more, one less.

import { post } from "./api.js";
import { byId } from "./dom.js";
import { useTexts } from "./texts.js";

useTexts(JSON.parse(byId("companion").textContent).texts);

const tried = (act) => async () => {
  try {
    location.assign(await act());
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
  }
};

byId("more")?.addEventListener("click", tried(async () => `/t/${(await post("/api/tables")).table}/setup`));

for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", tried(async () => {
    await post("/api/tables/close", { table: button.getAttribute("data-close") });
    return "/t/";
  }));
}
