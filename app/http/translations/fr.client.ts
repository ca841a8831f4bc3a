import type { ResourceLanguage } from "i18next";

// Not in the browser: what only the server says, and the texts of pages that ship no script.
const files = import.meta.glob<ResourceLanguage>(
  ["../../../locales/fr/*.json", "!../../../locales/fr/*.server.json"],
  { eager: true, import: "default" },
);

export default files;
