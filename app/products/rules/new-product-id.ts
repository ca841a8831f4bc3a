import { encodeBase64 } from "../../lib/base64";

/**
 * The id of the product that a form starts: the same for every attempt of a seller, and of no other
 * seller, so that the browser knows the cover that is drawn from it. As long as `ids.short`.
 */
export async function newProductId(uid: string, requestId: string): Promise<string> {
  const text = new TextEncoder().encode(`${uid}/${requestId}`);
  const digest = await crypto.subtle.digest("SHA-256", text);
  // base64url; the padding is further on.
  const encoded = encodeBase64(new Uint8Array(digest)).slice(0, 22);
  return encoded.replaceAll("+", "-").replaceAll("/", "_");
}
