import { paths } from "../lib/paths";
import { fixedT } from "./locale";
import type { PageAddress } from "./page-address";
import { canonicalOf } from "./page-meta";

/** A node of JSON-LD in the vocabulary of schema.org. URLs are absolute. */
export type StructuredData = Record<string, unknown> & { "@type": string };

export const SCHEMA_CONTEXT = { "@context": "https://schema.org" };

/** The URL of another page in the language in which the page at `address` links to it. */
export function linkedUrl(address: PageAddress, path: string): string {
  return canonicalOf({ ...address, url: new URL(path, address.url).href });
}

/**
 * The way from the home page by the shop to a page (https://schema.org/BreadcrumbList).
 *
 * @param steps below the shop, the page itself last
 */
export function breadcrumbs(
  request: Request,
  address: PageAddress,
  steps: { name: string; path: string }[],
): StructuredData {
  const t = fixedT(request, "common");
  const all = [
    { name: t("nav.home"), path: paths.home },
    { name: t("nav.shop"), path: paths.shop },
    ...steps,
  ];
  const itemListElement = all.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: linkedUrl(address, path),
  }));
  return { ...SCHEMA_CONTEXT, "@type": "BreadcrumbList", itemListElement };
}
