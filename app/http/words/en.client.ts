import type { ResourceLanguage } from "i18next";

// Pages that ship no script keep their words out of the browser: their namespaces start with `page-`.
const files = import.meta.glob<ResourceLanguage>(
  ["../../../locales/en/*.json", "!../../../locales/en/page-*.json"],
  { eager: true, import: "default" },
);

export default files;
