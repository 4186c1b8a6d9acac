// The play card: one place that says what now, with one main button at its foot.

import { byId } from "./dom.js";

export class Card {
  constructor() {
    this.root = byId("play");
    this.drawn = { key: "", body: [], answers: [] };
    this.act = () => {};
    byId("done").addEventListener("click", () => this.act());
  }

  /**
   * Show what is now.
   * @param {object} card  `key` of all it shows, `kind`, `title`, `sub`, `body`, `answers`, `primary` (`text`, `act`, `disabled`), `turns` whether pass and its like are offered
   */
  show({ key, kind, title, sub = "", body, answers = [], primary = null, turns = false }) {
    this.act = primary?.act ?? (() => {});
    const done = byId("done");
    done.hidden = !primary;
    done.disabled = Boolean(primary?.disabled);
    done.textContent = primary?.text ?? "";
    byId("actions").hidden = !turns;
    if (key === this.drawn.key) return;
    const arose = kind !== this.drawn.kind && ["ask", "stop"].includes(kind);
    this.root.dataset.kind = kind;
    byId("play-title").textContent = title;
    byId("play-sub").textContent = sub;
    this.#fill(byId("proposal"), this.drawn.body, body);
    this.#fill(byId("answers"), this.drawn.answers, answers);
    byId("answers").hidden = !answers.length;
    this.drawn = { key, kind, body, answers };
    if (arose) this.reveal();
  }

  /** Put nodes into a box; those that are there stay, and what has the focus keeps it. */
  #fill(box, before, nodes) {
    if (before.length === nodes.length && nodes.every((node, i) => node === before[i] && node.parentNode === box)) return;
    const held = box.contains(document.activeElement) ? document.activeElement.textContent : null;
    box.replaceChildren(...nodes);
    if (held === null) return;
    const again = [...box.querySelectorAll("button, a")].find((node) => node.textContent === held);
    (again ?? this.root).focus({ preventScroll: true });
  }

  /** Scroll to the card where it begins below the fold: a question must be seen. */
  reveal() {
    if (document.body.classList.contains("facing")) return;
    const box = this.root.getBoundingClientRect();
    if (box.bottom > innerHeight && box.height < innerHeight) this.root.scrollIntoView({ block: "end", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
  }
}
