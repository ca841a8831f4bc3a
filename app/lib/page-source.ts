/**
 * Where the visitor of a page comes from: by `src` (or `ref`) in its address, else by the page that
 * linked to it. These parameters are no part of a page: it is the same without them.
 */
export interface PageSource {
  /** What the address says, in the form of a seller's name; null where it says nothing of that form. */
  name: string | null;
  /** `DIRECT`, `OWN_PAGE`, `OTHER`, or a referring host. */
  from: string;
}

/** No page linked to it, or the browser keeps that to itself. */
export const DIRECT = "direct";
/** A page of this site. */
export const OWN_PAGE = "shop";
/** A host beyond those that are kept, and what is no host. */
export const OTHER = "other";

export const MAX_SOURCE_NAME_CHARS = 32;
/** A name that a seller made. */
export const SOURCE_NAME = /^[a-z0-9-]{1,32}$/;

/** The first one counts where an address has both. */
const PARAMETERS = ["src", "ref"];

const MAX_HOST_CHARS = 100;
/** At least two labels. The last one has no digit in front, so that no IPv4 address is a host. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A path with its query, without what says where a visitor comes from. All else stays as it was sent. */
export function withoutSource(path: string): string {
  const start = path.indexOf("?");
  if (start < 0) return path;
  const parts = path.slice(start + 1).split("&");
  const kept = parts.filter((part) => !PARAMETERS.includes(part.split("=", 1)[0] ?? ""));
  if (kept.length === parts.length) return path;
  return path.slice(0, start) + (kept.length > 0 ? `?${kept.join("&")}` : "");
}

/** The name in the query of an address, whatever its case; null where it has none of that form. */
export function sourceName(search: string): string | null {
  const params = new URLSearchParams(search);
  const text = PARAMETERS.map((name) => params.get(name)).find((value) => value !== null);
  const name = text?.toLowerCase() ?? "";
  return SOURCE_NAME.test(name) ? name : null;
}

/**
 * What a page's referrer says.
 *
 * @param referrer its address; null or empty without one
 * @param ownOrigin of this site
 */
export function referringSource(referrer: string | null, ownOrigin: string): string {
  if (!referrer) return DIRECT;
  if (!URL.canParse(referrer)) return OTHER;
  const { protocol, origin, hostname } = new URL(referrer);
  if (origin === ownOrigin) return OWN_PAGE;
  const host = hostname.replace(/^www\./, "");
  return /^https?:$/.test(protocol) && isHost(host) ? host : OTHER;
}

/** True for what `referringSource` returns. */
export function isReferringSource(text: string): boolean {
  return text === DIRECT || text === OWN_PAGE || text === OTHER || isHost(text);
}

export function isHost(text: string): boolean {
  return text.length <= MAX_HOST_CHARS && HOST.test(text) && !text.startsWith("www.");
}
