import type { ResourceLanguage } from "i18next";

// Excludes texts that only the server uses and texts of pages without script.
const files = import.meta.glob<ResourceLanguage>(
  ["../../../locales/fr/*.json", "!../../../locales/fr/*.server.json"],
  { eager: true, import: "default" },
);

export default files;
