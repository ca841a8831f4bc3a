/** A seller's links as stored, empty if absent. */
export interface Socials {
  website: string;
  twitter: string;
  instagram: string;
}

export interface SocialLink {
  network: keyof Socials;
  url: string;
  /** The link's text: a host name or a user name. */
  name: string;
}

const PROFILE_URLS = {
  twitter: "https://x.com/",
  instagram: "https://www.instagram.com/",
} as const;
/** Longer than the user names that the networks allow. Dots stand alone between other characters. */
const USER_NAME = /^(?=.{1,60}$)\w+(?:\.\w+)*$/;
/** At least two labels; a dot may end it (RFC 1034, section 3.1). */
const HOST_NAME = /^[a-z\d_-]+(?:\.[a-z\d_-]+)+\.?$/;

/** The links of a page in order, without invalid values. */
export function socialLinks(socials: Socials): SocialLink[] {
  const links: SocialLink[] = [];
  const website = parseWebsite(socials.website);
  if (website) {
    const { host } = new URL(website);
    links.push({ network: "website", url: website, name: host.replace(/^www\./, "") });
  }
  for (const network of ["twitter", "instagram"] as const) {
    const name = parseUserName(socials[network]);
    if (name) links.push({ network, url: PROFILE_URLS[network] + name, name: `@${name}` });
  }
  return links;
}

/** A user name without its leading @; null for an invalid one. */
export function parseUserName(typed: string): string | null {
  const name = typed.trim().replace(/^@/, "");
  return USER_NAME.test(name) ? name : null;
}

/**
 * The URL of a website, with `https://` added if it has no scheme; null for another scheme (one such
 * as `javascript:` could run code), for a URL with credentials, and for a host of fewer than two labels.
 */
export function parseWebsite(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return null;
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text);
  const address = hasScheme ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.username === "" && url.password === "";
  return url.protocol === "https:" && isPlain && HOST_NAME.test(url.hostname) ? url.href : null;
}
