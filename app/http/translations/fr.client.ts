import type { ResourceLanguage } from "i18next";

// Not in the browser: what only the server says, and the words of pages that ship no script, whose
// namespaces start with `page-`.
const files = import.meta.glob<ResourceLanguage>(
  [
    "../../../locales/fr/*.json",
    "!../../../locales/fr/page-*.json",
    "!../../../locales/fr/errors.json",
  ],
  { eager: true, import: "default" },
);

export default files;
