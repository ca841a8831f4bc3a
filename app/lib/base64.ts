// @chunk none
/** Base64 (RFC 4648, section 4), with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The bytes of base64 text. Throws on invalid text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

/** base64url (RFC 4648, section 5), without padding: for URLs, cookies and ids. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of base64url text without padding. Throws on invalid text. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}

/** base64url(SHA-256(text)): 43 characters. */
export async function sha256Base64Url(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return encodeBase64Url(new Uint8Array(digest));
}
