/** A seller's links as typed, empty if absent. */
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
/** Longer than the user names that the networks allow. */
const USER_NAME = /^[\w.]{1,60}$/;

/** The links of a page in order, without invalid values. A leading @ is removed. */
export function socialLinks(socials: Socials): SocialLink[] {
  const links: SocialLink[] = [];
  const website = parseWebUrl(socials.website);
  if (website) {
    links.push({ network: "website", url: website.href, name: website.host.replace(/^www\./, "") });
  }
  for (const network of ["twitter", "instagram"] as const) {
    const name = socials[network].trim().replace(/^@/, "");
    if (USER_NAME.test(name))
      links.push({ network, url: PROFILE_URLS[network] + name, name: `@${name}` });
  }
  return links;
}

/** Only http and https: a URL of another scheme, such as `javascript:`, could run code. */
function parseWebUrl(typed: string): URL | null {
  const text = typed.trim();
  if (text === "") return null;
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.host.includes(".") ? url : null;
}
