import type { MetaDescriptor } from "@remix-run/cloudflare";
import { BRAND } from "../lib/brand";
import type { PageProblem } from "./problem-response";

interface PageMeta {
  title: string;
  description?: string;
  /** Absolute URL for search engines, where a page has several URLs. */
  canonical?: string;
  /** True adds `noindex`. */
  isPrivate?: boolean;
}

/**
 * Title and meta tags of a page. Without `meta`, because the loader failed, the title comes from the
 * `error` of the route.
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

/** Errors from the server carry a title; errors in the browser have none. */
function errorTitle(error: unknown): string {
  const { data } = (error ?? {}) as { data?: Partial<PageProblem> };
  return data?.title ? `${data.title} · ${BRAND}` : BRAND;
}
