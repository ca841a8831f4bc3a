import type { Resource, ResourceLanguage } from "i18next";

/**
 * Server only. Every namespace of every language: a file `locales/{language}/{subject}.json` has one
 * or more of them as its top-level keys.
 */
export const serverResources: Resource = byLanguage(
  import.meta.glob<ResourceLanguage>("../../locales/*/*.json", { eager: true, import: "default" }),
);

function byLanguage(files: Record<string, ResourceLanguage>): Resource {
  const resources: Resource = {};
  for (const [path, namespaces] of Object.entries(files)) {
    const [, language] = /\/(\w+)\/[\w.-]+\.json$/.exec(path) ?? [];
    if (!language) continue;
    resources[language] = { ...resources[language], ...namespaces };
  }
  return resources;
}
