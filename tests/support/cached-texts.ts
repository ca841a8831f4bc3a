import { ORIGIN } from "./seller";

/** Removes a text, such as a sitemap, from the cache that files of the Worker project share. */
export async function removeCachedText(path: string): Promise<void> {
  const cache = await caches.open("texts");
  await cache.delete(`${ORIGIN}/${encodeURIComponent(path)}`);
}
