import type { TextCache } from "../app/pages/ports";

const CACHE_NAME = "texts";

/**
 * Texts in the cache of the data centre. On `workers.dev` the platform stores nothing.
 *
 * @param origin of the app: the keys of a cache are URLs
 */
export function createTextCache(origin: string): TextCache {
  const address = (key: string) => `${origin}/${encodeURIComponent(key)}`;
  return {
    async get(key) {
      const cache = await caches.open(CACHE_NAME);
      const stored = await cache.match(address(key));
      return stored ? stored.text() : null;
    },
    async put(key, text, maxAgeSeconds) {
      const headers = { "Cache-Control": `public, max-age=${maxAgeSeconds}` };
      const cache = await caches.open(CACHE_NAME);
      await cache.put(address(key), new Response(text, { headers }));
    },
  };
}
