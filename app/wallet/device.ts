// @chunk wallets
/** True for phones and tablets: the four names that the specification lists. */
export function isMobile(userAgent: string = navigator.userAgent): boolean {
  return /Android|iPhone|iPad|iPod/i.test(userAgent);
}

/** Wallet apps with a browser, and the address of their documented "browse" link. */
const WALLET_APPS = [
  { wallet: "Phantom", browse: "https://phantom.app/ul/browse/" },
  { wallet: "Solflare", browse: "https://solflare.com/ul/v1/browse/" },
];

export interface BrowseLink {
  /** Name of the wallet. */
  wallet: string;
  href: string;
}

/** Links that open `pageUrl` in the browser of a wallet's app. */
export function browseLinks(pageUrl: string): BrowseLink[] {
  const page = encodeURIComponent(pageUrl);
  const ref = encodeURIComponent(new URL(pageUrl).origin);
  return WALLET_APPS.map(({ wallet, browse }) => ({
    wallet,
    href: `${browse}${page}?ref=${ref}`,
  }));
}

/** Named in the message to users without a wallet. */
export const PHANTOM_HOST = "phantom.app";
