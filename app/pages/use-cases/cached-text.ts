import type { TextCache } from "../ports";

/** The text of a key from the cache, else from `make`, which is then stored after the response. */
export async function cachedText(
  { key, maxAgeSeconds, make }: { key: string; maxAgeSeconds: number; make(): Promise<string> },
  { textCache, waitUntil }: { textCache: TextCache; waitUntil(work: Promise<unknown>): void },
): Promise<string> {
  const stored = await textCache.get(key);
  if (stored !== null) return stored;
  const text = await make();
  waitUntil(textCache.put(key, text, maxAgeSeconds));
  return text;
}
