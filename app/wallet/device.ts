/** A phone or tablet by the specification's four names. */
export function isMobile(userAgent: string = navigator.userAgent): boolean {
  return /Android|iPhone|iPad|iPod/i.test(userAgent);
}

/** Opens `pageUrl` inside the Phantom app (https://docs.phantom.com, deep links, "browse"). */
export function phantomBrowseLink(pageUrl: string): string {
  const origin = new URL(pageUrl).origin;
  return `https://phantom.app/ul/browse/${encodeURIComponent(pageUrl)}?ref=${encodeURIComponent(origin)}`;
}

/** Where a visitor without a wallet gets one; named in the specification's message. */
export const PHANTOM_HOST = "phantom.app";
