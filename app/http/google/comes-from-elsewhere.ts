/**
 * True where another site led the browser here: nobody is sent to Google by a foreign link or
 * image. Browsers say so since 2023 (Fetch Metadata, `Sec-Fetch-Site`); `none` is a person who typed
 * the address. An older one says nothing, and Google then asks which account to use.
 */
export function comesFromElsewhere(request: Request): boolean {
  return /^(cross-site|same-site)$/.test(request.headers.get("Sec-Fetch-Site") ?? "");
}
