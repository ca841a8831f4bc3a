import type { MetaDescriptor } from "@remix-run/cloudflare";
import { BRAND } from "../lib/brand";
import type { PageProblem } from "./problem-response";

interface PageMeta {
  title: string;
  description?: string;
  /** Absolute address that search engines shall keep, where a page has several. */
  canonical?: string;
  /** Kept out of search engines. */
  isPrivate?: boolean;
}

/**
 * What a page says of itself to tabs, search engines and shared links. Without `words`, because its
 * loader failed, the title is that of the `error` which the route's `meta` is given.
 */
export function pageMeta(meta: PageMeta | undefined, error?: unknown): MetaDescriptor[] {
  if (!meta) return [{ title: errorTitle(error) }];
  const { title, description, canonical, isPrivate } = meta;
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

/** The pipeline sends the title with the error; a fault of the browser itself has none. */
function errorTitle(error: unknown): string {
  const { data } = (error ?? {}) as { data?: Partial<PageProblem> };
  return data?.title ? `${data.title} · ${BRAND}` : BRAND;
}
