import type { MetaDescriptor } from "@remix-run/cloudflare";
import { BRAND } from "../domain/brand";

interface PageWords {
  title: string;
  description?: string;
  /** Absolute address that search engines shall keep, where a page has several. */
  canonical?: string;
}

/** What a page says of itself to tabs, search engines and shared links. */
export function pageMeta({ title, description, canonical }: PageWords): MetaDescriptor[] {
  const tags: MetaDescriptor[] = [
    { title: `${title} · ${BRAND}` },
    { property: "og:title", content: title },
    { property: "og:site_name", content: BRAND },
  ];
  if (description) {
    tags.push({ name: "description", content: description });
    tags.push({ property: "og:description", content: description });
  }
  if (canonical) tags.push({ tagName: "link", rel: "canonical", href: canonical });
  return tags;
}
