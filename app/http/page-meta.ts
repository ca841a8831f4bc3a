import type { MetaDescriptor } from "@remix-run/cloudflare";
import { BRAND } from "../lib/brand";

interface PageMeta {
  title: string;
  description?: string;
  /** Absolute address that search engines shall keep, where a page has several. */
  canonical?: string;
  /** Kept out of search engines. */
  isPrivate?: boolean;
}

/** What a page says of itself to tabs, search engines and shared links; its loader may have failed. */
export function pageMeta(words: PageMeta | undefined): MetaDescriptor[] {
  if (!words) return [{ title: BRAND }];
  const { title, description, canonical, isPrivate } = words;
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
  if (isPrivate) tags.push({ name: "robots", content: "noindex" });
  return tags;
}
