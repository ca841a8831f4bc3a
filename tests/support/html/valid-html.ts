import { HtmlValidate, StaticConfigLoader } from "html-validate/node";
import { RULES } from "./rules";

/** HTML allows both ways; React's serialiser and the browser's decide which one is written. */
const SERIALISED = "off";

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended", "html-validate:document"],
    elements: ["html5"],
    plugins: [{ name: "pages", rules: RULES }],
    rules: {
      "section-heading": "error",
      "form-name": "error",
      "list-items": "error",
      "term-groups": "error",
      "void-style": SERIALISED,
      "attr-case": SERIALISED,
      "attribute-boolean-style": SERIALISED,
      "attribute-empty-style": SERIALISED,
      // React's ids begin with a colon, which HTML allows.
      "valid-id": ["error", { relaxed: true }],
      // A list of rows repeats the names of its fields; the server reads them as lists.
      "form-dup-name": "off",
      // Style sheets and scripts come from this origin.
      "require-sri": ["error", { target: "crossorigin" }],
      // Lengths that come from data; the Content-Security-Policy says where styles may stand.
      "no-inline-style": "off",
      // Some speech recognition finds a control by the `for` of its label alone.
      "no-redundant-for": "off",
      // A product's title is as long as its seller wrote it.
      "long-title": "off",
      // Lists may be named by ARIA.
      "aria-label-misuse": ["error", { allowAnyNamable: true }],
    },
  }),
);

/** Faults of a document: rule, message and selector, one line each. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const faults = results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`);
  const [, behind = ""] = html.split("</html>");
  return behind.trim() ? [...faults, `end: ${behind.slice(0, 80)} stands behind it`] : faults;
}
