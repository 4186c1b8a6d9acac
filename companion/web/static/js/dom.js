// Small words for making elements. Text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element: properties starting with "on" are listeners, null ones are left out. */
export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** Make an SVG element. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * An element of the page; who asks knows of what kind it is there.
 *
 * @type {(id: string) => any}
 */
export const byId = (id) => document.getElementById(id);

/** A small drawing on a button, of strokes. */
export const icon = (d) => svg("svg", { class: "ico", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d }));
