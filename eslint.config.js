import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-implicit-coercion": "error",
      "no-restricted-properties": ["error",
        { property: "innerHTML", message: "Text goes in as text, never as markup (dom.js)." },
        { property: "outerHTML", message: "Text goes in as text, never as markup (dom.js)." },
        { property: "insertAdjacentHTML", message: "Text goes in as text, never as markup (dom.js)." }],
    },
  },
  { files: ["companion/web/static/js/**"], languageOptions: { globals: globals.browser } },
  { files: ["tests/js/**"], languageOptions: { globals: globals.node } },
];
