import type { Resource, ResourceLanguage } from "i18next";

/** Server only. Every namespace of every language: locales/{language}/{namespace}.json. */
export const serverResources: Resource = byLanguage(
  import.meta.glob<ResourceLanguage>("../../locales/*/*.json", { eager: true, import: "default" }),
);

function byLanguage(files: Record<string, ResourceLanguage>): Resource {
  const resources: Resource = {};
  for (const [path, words] of Object.entries(files)) {
    const [, language, namespace] = /\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? [];
    if (!language || !namespace) continue;
    resources[language] = { ...resources[language], [namespace]: words };
  }
  return resources;
}
