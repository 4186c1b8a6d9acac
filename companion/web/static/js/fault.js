// Where a page beside the board says why something was refused.

import { byId, el } from "./dom.js";
import { t } from "./texts.js";

/** Say it, or take it back. Who is no host any more gets a way to the PIN. */
export function fail(refusal) {
  const said = refusal ? [refusal.message] : [];
  if (refusal?.kind === "viewer") said.push(" ", el("a", { href: location.pathname }, t("Enter the PIN")));
  byId("fault").replaceChildren(...said);
}
