/** True for phones and tablets: the four names that the specification lists. */
export function isMobile(userAgent: string = navigator.userAgent): boolean {
  return /Android|iPhone|iPad|iPod/i.test(userAgent);
}

/** A deep link that opens `pageUrl` in the Phantom app (https://docs.phantom.com, "browse"). */
export function phantomBrowseLink(pageUrl: string): string {
  const origin = new URL(pageUrl).origin;
  return `https://phantom.app/ul/browse/${encodeURIComponent(pageUrl)}?ref=${encodeURIComponent(origin)}`;
}

/** Named in the message to users without a wallet. */
export const PHANTOM_HOST = "phantom.app";
