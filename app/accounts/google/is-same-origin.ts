/**
 * Where the browser says that it was led here from (Fetch Metadata, `Sec-Fetch-Site`; all browsers
 * say so since 2023). A link or an image elsewhere sends nobody to Google.
 */
const siteOf = (request: Request) => request.headers.get("Sec-Fetch-Site");

/** False where another site leads here; a typed address and a browser that says nothing pass. */
export function isNotCrossSite(request: Request): boolean {
  return !/^(cross-site|same-site)$/.test(siteOf(request) ?? "");
}

/** True for our own pages alone: what changes an account is begun nowhere else. */
export function isSameOrigin(request: Request): boolean {
  return siteOf(request) === "same-origin";
}
