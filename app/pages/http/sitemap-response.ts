import type { AppLoadContext } from "@remix-run/cloudflare";
import { cachedText } from "../use-cases/cached-text";
import type { SitemapEntry } from "../use-cases/read-sitemap";

/** How long a part is kept. Each part is read from the database at most once in this time. */
const MAX_AGE_SECONDS = 3_600;

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const ELEMENTS = { index: ["sitemapindex", "sitemap"], urls: ["urlset", "url"] } as const;

/**
 * A sitemap or an index of sitemaps (sitemaps.org, version 0.9), from the cache or else from `read`.
 *
 * @param path of the file, its key in the cache
 */
export async function sitemapResponse(
  path: string,
  kind: keyof typeof ELEMENTS,
  read: () => SitemapEntry[] | Promise<SitemapEntry[]>,
  { ports, waitUntil }: AppLoadContext,
): Promise<Response> {
  const make = async () => sitemapXml(await read(), kind, ports.settings.appOrigin);
  const cached = { key: path, maxAgeSeconds: MAX_AGE_SECONDS, make };
  const xml = await cachedText(cached, { ...ports, waitUntil });
  return new Response(xml, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
    },
  });
}

function sitemapXml(entries: SitemapEntry[], kind: keyof typeof ELEMENTS, origin: string): string {
  const [root, element] = ELEMENTS[kind];
  const lines = entries.map(({ path, changedAt }) => {
    const date =
      changedAt === null ? "" : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
    return `<${element}><loc>${escapeXml(origin + path)}</loc>${date}</${element}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${lines.join("")}</${root}>\n`;
}

/** Paths are percent-encoded, so that only these are left. */
function escapeXml(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll("'", "&apos;");
}
