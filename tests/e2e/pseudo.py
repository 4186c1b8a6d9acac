"""What a page shows outside the brackets of the pseudo-language, and what is cut off there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

NAMES = frozenset("Ann Ben Zoe Companion Deutsch English Letter PDF Mr Monopoly Test".split())
"""Players, the product, languages by their own names, papers."""

WORDS = frozenset(
    "QUIET QUIeT IVORY MAYB QUIE MAYBE HOUSE QUITE ENABLE gpio AM PM "
    "Jan Feb Mar Apr May Jun Jul Aug Sep Sept Oct Nov Dec".split()
)
"""What lies on the board in these games, a device, and what the browser makes of a date."""

PHONE, WIDE = (390, 844), (1280, 800)

LINK = re.compile(r"(?:https?://|/)\S*")
LETTERS = re.compile(r"[^\W\d_]{2,}")
BRACKETS = re.compile(r"\[[^\[\]]*~*\]")

LOOK = r"""() => {
  const texts = [], cut = [];
  const passed = "script, style, noscript, code, option, .sr, svg text";
  const tight = "button, .button, summary, .state, th, td, dt, dd";
  const beside = (line, box) => line.left < box.left - 1.5 || line.right > box.right + 1.5;
  const above = (line, box) => line.top < box.top - 1.5 || line.bottom > box.bottom + 1.5;
  const clips = (overflow) => /hidden|clip/.test(overflow);

  function wrong(line, holder) {
    const tightest = holder.closest(tight);
    if (tightest && beside(line, tightest.getBoundingClientRect())) return "spills";
    for (let over = holder; over && over !== document.body; over = over.parentElement) {
      const style = getComputedStyle(over), box = over.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return "";
      if (clips(style.overflowX) && beside(line, box)) return "clipped";
      if (clips(style.overflowY) && above(line, box)) return "clipped below";
    }
    return line.left < -1 || line.right > innerWidth + 1 ? "off the screen" : "";
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest(passed)) continue;
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (holder.getBoundingClientRect().width <= 1) continue; // read out, not seen
    texts.push(node.data);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const how = line.width >= 1 && line.height >= 1 && wrong(line, holder);
      if (how) cut.push(`${how}: ${node.data.trim().slice(0, 60)}`);
    }
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const node of document.querySelectorAll(`[${name}]:not([${name}=""])`))
      if (node.checkVisibility()) texts.push(node.getAttribute(name));
  for (const node of document.querySelectorAll("option")) texts.push(node.textContent);
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) cut.push(`the page is ${wide} px wide`);
  return { texts, cut: [...new Set(cut)] };
}"""
"""Texts that can be seen or are read out, and those whose boxes do not fit."""


def unsaid(text: str) -> Iterator[str]:
    """Words of a text that are in no brackets and are no names, figures or words played."""
    shorter = BRACKETS.sub(" ", text)
    while shorter != text:
        text, shorter = shorter, BRACKETS.sub(" ", shorter)
    for word in LETTERS.findall(LINK.sub(" ", text)):
        if word not in NAMES | WORDS:
            yield word


def faults(
    page: Any, allowed: frozenset[str] = frozenset(), *, wide: bool = False
) -> list[str]:
    """What is wrong with what a page shows on a phone, and on a wide screen if asked for."""
    found: dict[str, None] = {}
    size = page.viewport_size
    for width, height in (PHONE, WIDE) if wide else (PHONE,):
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(LOOK)
        for text in seen["texts"]:
            words = [word for word in unsaid(text) if word not in allowed]
            if words:
                found[f"not in the catalogue: {' '.join(words)} ({text.strip()[:80]})"] = None
        found |= dict.fromkeys(f"{width}: {cut}" for cut in seen["cut"])
    page.set_viewport_size(size)
    return list(found)
