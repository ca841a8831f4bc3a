/** What search engines and link previews read of a page. */
export interface PageHead {
  title: string | undefined;
  description: string | undefined;
  canonical: string | undefined;
  isNoindex: boolean;
  /** Addresses by `hreflang`. */
  languages: Record<string, string>;
  /** Open Graph properties; the last where one is repeated. */
  og: Record<string, string>;
  /** Parsed JSON-LD, in order. */
  data: Record<string, unknown>[];
}

export function readHead(html: string): PageHead {
  const find = (pattern: RegExp) => decode(pattern.exec(html)?.[1]);
  const all = (pattern: RegExp) =>
    Object.fromEntries(
      [...html.matchAll(pattern)].map(([, name = "", text]) => [name, decode(text) ?? ""]),
    );
  const data = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return {
    title: find(/<title>(.*?)<\/title>/s),
    description: find(/<meta name="description" content="(.*?)"/s),
    canonical: find(/<link rel="canonical" href="(.*?)"/),
    isNoindex: html.includes('<meta name="robots" content="noindex"'),
    languages: all(/<link rel="alternate" hrefLang="(.*?)" href="(.*?)"/g),
    og: all(/<meta property="(og:.*?)" content="(.*?)"/gs),
    data: [...data].map(([, json = ""]) => JSON.parse(json)),
  };
}

function decode(text: string | undefined): string | undefined {
  return text
    ?.replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
