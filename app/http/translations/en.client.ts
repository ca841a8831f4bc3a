import type { ResourceLanguage } from "i18next";

// Not in the browser: what only the server says, and the texts of pages that ship no script.
const files = import.meta.glob<ResourceLanguage>(
  ["../../../locales/en/*.json", "!../../../locales/en/*.server.json"],
  { eager: true, import: "default" },
);

export default files;
