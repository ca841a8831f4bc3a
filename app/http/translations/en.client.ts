import type { ResourceLanguage } from "i18next";

// Excludes texts that only the server uses and texts of pages without script.
const files = import.meta.glob<ResourceLanguage>(
  ["../../../locales/en/*.json", "!../../../locales/en/*.server.json"],
  { eager: true, import: "default" },
);

export default files;
