// What the rules say, in the page's language. The rules speak English; a catalogue of their
// sentences stands beside, with {0}, {1} ... for names, words and numbers.

let exact = new Map();
let patterns = [];

export function useRules(rules) {
  exact = new Map();
  patterns = [];
  for (const [english, other] of Object.entries(rules)) {
    if (!/\{\d\}/.test(english)) exact.set(english, other);
    else {
      const source = english
        .split(/\{\d\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join("(.+?)");
      const order = [...english.matchAll(/\{(\d)\}/g)].map((found) => found[1]);
      patterns.push([new RegExp(`^${source}$`), order, other, english.replace(/\{\d\}/g, "").length]);
    }
  }
  patterns.sort((a, b) => b[3] - a[3]); // what says more is tried first
}

/** A sentence of the rules as the page says it; one that is not in the catalogue stays. */
export function say(sentence) {
  if (exact.has(sentence) || exact.size === 0) return exact.get(sentence) ?? sentence;
  for (const [pattern, order, other] of patterns) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    return other.replace(/\{(\d)\}/g, (_, gap) => say(found[1 + order.indexOf(gap)]));
  }
  const parts = sentence.split(/(?<=[.!?]) (?=\S)/);
  if (parts.length > 1) return parts.map(say).join(" ");
  const items = sentence.split(", "); // such as cards; a sentence would have been found above
  return items.length > 1 ? items.map((item) => exact.get(item) ?? say(item)).join(", ") : sentence;
}
