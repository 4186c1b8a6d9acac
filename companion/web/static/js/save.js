// A game as files: what can be saved, and what each file does not hold, told as it is saved.

import { at, get } from "./api.js";
import { el } from "./dom.js";
import { button, close, open, row } from "./dialogs.js";
import { t } from "./texts.js";
import { worded } from "./wordings.js";

/**
 * @param {[string, string][]} forms  names and titles
 * @param {(form: string) => string} file  the address of the file
 * @param {(form: string) => string} lost  the address of what it does not hold
 */
export function askSave(forms, file, lost) {
  const told = el("p", { class: "small", role: "status", id: "export-lost" });
  const tell = async (form) => {
    told.textContent = "";
    try {
      const { losses } = await get(lost(form));
      if (losses.length) told.textContent = worded("export", "lost", { losses: losses.join(" ") });
    } catch (refusal) {
      told.textContent = refusal.message;
    }
  };
  open(
    t("Save game"),
    el("div", { class: "menu" }, ...forms.map(([name, title]) =>
      el("a", { class: "button", href: at(file(name)), download: "", id: `export-${name}`, onclick: () => tell(name) }, exportTitle(name, title)))),
    told,
    row(button(t("Close"), close, "primary")),
  );
}

function exportTitle(name, title) {
  const text = worded("export", name);
  return text === `export.${name}` ? title : text;
}
