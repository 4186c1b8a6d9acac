// The page's catalogue and its numbers.

let texts = {};

export function useTexts(catalogue) {
  texts = catalogue;
}

/** A text by key with {names} filled in. An unknown key shows itself, so a gap is seen. */
export function t(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

/** The text for a count: "key.one" for one, "key" otherwise. */
export function plural(key, count, values) {
  const form = count === 1 && `${key}.one` in texts ? `${key}.one` : key;
  return t(form, values);
}

export const has = (key) => key in texts;
