// @chunk ui
import type { MetaDescriptor } from "@remix-run/cloudflare";
import { BRAND } from "../lib/brand";
import { LOCALES, type Locale } from "../lib/locale";
import { DEFAULT_SHARE_IMAGE, type ShareImage } from "../lib/share-image";
import type { PageAddress } from "./page-address";
import type { PageProblem } from "./problem-response";

interface PageMeta {
  title: string;
  description?: string;
  /** Of a public page: adds the canonical URL, its languages and the card of a shared link. */
  address?: PageAddress;
  /** The picture of the card. */
  image?: ShareImage;
  /** Structured data of schema.org, an element for each. */
  jsonLd?: Record<string, unknown>[];
  /** True adds `noindex`. */
  isPrivate?: boolean;
}

/** Search engines show about 160 characters, and cards of links fewer. */
const MAX_DESCRIPTION_CHARS = 200;

/**
 * Title and meta tags of a page. Without `meta`, because the loader failed, the title comes from the
 * `error` of the route.
 */
export function pageMeta(meta: PageMeta | undefined, error?: unknown): MetaDescriptor[] {
  if (!meta) return [{ title: errorTitle(error) }];
  const { title, address, image = DEFAULT_SHARE_IMAGE, jsonLd = [], isPrivate } = meta;
  const description = excerpt(meta.description ?? "", MAX_DESCRIPTION_CHARS);
  const tags: MetaDescriptor[] = [{ title: `${title} · ${BRAND}` }];
  if (description) tags.push({ name: "description", content: description });
  if (isPrivate) tags.push({ name: "robots", content: "noindex" });
  if (!address) return tags;
  tags.push({ tagName: "link", rel: "canonical", href: canonicalOf(address) });
  if (!isPrivate) tags.push(...languageLinks(address));
  tags.push(...cardTags({ title, description, address, image }));
  // The router escapes it for HTML. The policy allows it: a data block is not executed.
  for (const data of jsonLd) tags.push({ "script:ld+json": data as never });
  return tags;
}

/** The page in each language. Without `lang` the visitor's cookie decides, else French. */
function languageLinks({ url }: PageAddress): MetaDescriptor[] {
  const link = (hrefLang: string, href: string) => ({
    tagName: "link" as const,
    rel: "alternate",
    hrefLang,
    href,
  });
  return [
    ...LOCALES.map((locale) => link(locale, inLanguage(url, locale))),
    link("x-default", url),
  ];
}

const OPEN_GRAPH_LOCALES: Record<Locale, string> = { fr: "fr_FR", en: "en_GB" };

interface Card {
  title: string;
  description: string;
  address: PageAddress;
  image: ShareImage;
}

/** Open Graph tags, and the one of Twitter that has no Open Graph equivalent. */
function cardTags({ title, description, address, image }: Card): MetaDescriptor[] {
  const others = LOCALES.filter((locale) => locale !== address.locale);
  const properties: Record<string, string | number> = {
    "og:type": "website",
    "og:site_name": BRAND,
    "og:title": title,
    ...(description && { "og:description": description }),
    "og:url": canonicalOf(address),
    "og:locale": OPEN_GRAPH_LOCALES[address.locale],
    "og:image": new URL(image.path, address.url).href,
    ...(image.size && { "og:image:width": image.size.width }),
    ...(image.size && { "og:image:height": image.size.height }),
    "og:image:alt": title,
  };
  return [
    ...Object.entries(properties).map(([property, value]) => ({
      property,
      content: String(value),
    })),
    ...others.map((locale) => ({
      property: "og:locale:alternate",
      content: OPEN_GRAPH_LOCALES[locale],
    })),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Its own URL for a page whose language the address names, else the one for all languages. */
export function canonicalOf({ url, locale, hasLang }: PageAddress): string {
  return hasLang ? inLanguage(url, locale) : url;
}

function inLanguage(url: string, locale: Locale): string {
  return `${url}${url.includes("?") ? "&" : "?"}lang=${locale}`;
}

/** Errors from the server carry a title; errors in the browser have none. */
function errorTitle(error: unknown): string {
  const { data } = (error ?? {}) as { data?: Partial<PageProblem> };
  return data?.title ? `${data.title} · ${BRAND}` : BRAND;
}

/** The beginning of a text on one line, at most `maxChars` characters, cut between two words. */
export function excerpt(text: string, maxChars: number): string {
  // Reads no more of a long text than the excerpt can need.
  const line = text
    .slice(0, 20 * maxChars)
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  if (characters.length <= maxChars) return line;
  const cut = characters.slice(0, maxChars - 1).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut}…`;
}
