/** The networks that a seller's page can name. */
export interface Socials {
  website: string;
  twitter: string;
  instagram: string;
}

export interface SocialLink {
  network: keyof Socials;
  url: string;
  /** What the link says: a host or a name. */
  name: string;
}

const HOMES = { twitter: "https://x.com/", instagram: "https://www.instagram.com/" } as const;
/** Longer than any name that the networks give out. */
const NAME = /^[\w.]{1,60}$/;

/** The links of a page, in order; a value that leads nowhere is left out. A leading @ is stripped. */
export function socialLinks(socials: Socials): SocialLink[] {
  const links: SocialLink[] = [];
  const website = webAddress(socials.website);
  if (website) {
    links.push({ network: "website", url: website.href, name: website.host.replace(/^www\./, "") });
  }
  for (const network of ["twitter", "instagram"] as const) {
    const name = socials[network].trim().replace(/^@/, "");
    if (NAME.test(name)) links.push({ network, url: HOMES[network] + name, name: `@${name}` });
  }
  return links;
}

/** Only the web: an address of another kind could run something. */
function webAddress(typed: string): URL | null {
  const text = typed.trim();
  if (text === "") return null;
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.host.includes(".") ? url : null;
}
