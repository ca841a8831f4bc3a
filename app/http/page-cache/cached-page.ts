import { joinBytes } from "../../lib/join-bytes";

/** Pages beyond are not kept; the largest today, a full page of the shop, has about 120 KB. */
const MAX_PAGE_BYTES = 512 * 1024;

const POLICY = "Content-Security-Policy";

/** A rendered page without its nonce. */
export interface CachedPage {
  /** When its rendering began (epoch ms): it shows nothing that is older. */
  at: number;
  body: Uint8Array<ArrayBuffer>;
  /** Offsets of the nonce in the body (bytes); empty for a page without script. */
  nonceAt: readonly number[];
  /** All headers but the policy. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The policy, cut where the nonce stands; one part for a page without script. */
  policy: readonly string[];
}

/** True for an answer that may be kept, as far as status and headers tell. */
export function isKeepable({ status, headers, body }: Response): boolean {
  return (
    status === 200 &&
    body !== null &&
    (headers.get("Content-Type")?.startsWith("text/html") ?? false) &&
    headers.has(POLICY) &&
    !headers.has("Set-Cookie")
  );
}

/**
 * Reads a rendered page to its end. Null where it is too large, or where policy and body disagree on
 * whether the page has script.
 *
 * @param nonce the one that the page was rendered with
 */
export async function readPage(
  { headers, body }: Pick<Response, "headers" | "body">,
  { nonce, at }: { nonce: string; at: number },
): Promise<CachedPage | null> {
  const bytes = body && (await readBytes(body));
  if (!bytes) return null;
  const nonceAt = offsetsOf(nonce, bytes);
  const policy = (headers.get(POLICY) ?? "").split(nonce);
  if (nonceAt.length > 0 !== policy.length > 1) return null;
  const others = [...headers].filter(([name]) => name !== POLICY.toLowerCase());
  return { at, body: bytes, nonceAt, headers: others, policy };
}

/** The answer to one visitor. Each needs a nonce of its own, as long as the first one. */
export function pageResponse(page: CachedPage, nonce: string): Response {
  const headers = new Headers(page.headers as [string, string][]);
  headers.set(POLICY, page.policy.join(nonce));
  return new Response(withNonce(page, nonce), { headers });
}

function withNonce({ body, nonceAt }: CachedPage, nonce: string): Uint8Array<ArrayBuffer> {
  if (nonceAt.length === 0) return body;
  const bytes = new TextEncoder().encode(nonce);
  const own = body.slice();
  for (const at of nonceAt) own.set(bytes, at);
  return own;
}

async function readBytes(
  body: ReadableStream<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Read to the end in any case: the other branch of the stream waits in memory otherwise.
  for await (const part of body) {
    size += part.byteLength;
    if (size <= MAX_PAGE_BYTES) parts.push(part);
  }
  return size <= MAX_PAGE_BYTES ? joinBytes(parts) : null;
}

/** Where an ASCII text begins in the bytes. */
function offsetsOf(text: string, bytes: Uint8Array): number[] {
  // One character for each byte.
  const characters = new TextDecoder("latin1").decode(bytes);
  const offsets: number[] = [];
  for (let at = characters.indexOf(text); at >= 0; at = characters.indexOf(text, at + 1)) {
    offsets.push(at);
  }
  return offsets;
}
