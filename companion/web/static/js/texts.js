// What the page says: English texts are the keys, the visitor's catalogue gives others for them.

/** @type {Intl.LDMLPluralRule[]} */
const ORDER = ["zero", "one", "two", "few", "many", "other"]; // as catalogues number plural forms

let catalogue = {};
let plurals = new Intl.PluralRules("en");
let categories = ["one", "other"];

/** Take the catalogue that came with the page. */
export function useTexts({ language, texts }) {
  catalogue = texts;
  plurals = new Intl.PluralRules(language);
  const known = plurals.resolvedOptions().pluralCategories;
  categories = ORDER.filter((category) => known.includes(category));
}

/** A text with its {gaps} filled in. */
export const t = (template, values) => fill(catalogue[template]?.[0] ?? template, values);

/** A text that is one with another in English and not elsewhere. */
export const tc = (context, template, values) => fill(catalogue[`${context}\u0004${template}`]?.[0] ?? template, values);

/** A text that depends on a number. */
export function tn(one, many, n, values) {
  const forms = catalogue[one];
  if (!forms) return fill(n === 1 ? one : many, values);
  return fill(forms[Math.min(categories.indexOf(plurals.select(n)), forms.length - 1)], values);
}

const fill = (text, values = {}) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
