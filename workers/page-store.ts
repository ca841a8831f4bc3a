import type { CachedPage } from "../app/http/page-cache/cached-page";
import { MAX_AGE_MS, type PageStore } from "../app/http/page-cache/page-cache";

const CACHE_NAME = "pages";

/** Changes with the form in which pages are stored. */
const FORMAT = 1;

/** A header of the stored answer with all of the page but its body. */
const DETAILS = "Page-Details";

/**
 * The pages in the cache of the data centre, which its isolates share. It has a name, so that the
 * platform never answers a request from it, and its keys are addresses that are no route of the app.
 * On `workers.dev` the platform stores nothing.
 *
 * @param origin of the app: the keys of a cache are URLs of the own zone
 * @param version of the build: pages name its assets
 */
export function createPageStore(origin: string, version: string): PageStore {
  const address = (key: string) =>
    `${origin}/page-cache/${FORMAT}/${encodeURIComponent(version)}/${encodeURIComponent(key)}`;
  return {
    async get(key) {
      const cache = await caches.open(CACHE_NAME);
      const stored = await cache.match(address(key));
      if (!stored) return null;
      const details = JSON.parse(stored.headers.get(DETAILS) ?? "") as Omit<CachedPage, "body">;
      return { ...details, body: new Uint8Array(await stored.arrayBuffer()) };
    },
    async put(key, { body, ...details }) {
      const headers = {
        "Content-Type": "application/octet-stream",
        // The platform's limit; who reads a page asks for its own time.
        "Cache-Control": `public, max-age=${MAX_AGE_MS / 1_000}`,
        [DETAILS]: JSON.stringify(details),
      };
      const cache = await caches.open(CACHE_NAME);
      await cache.put(address(key), new Response(body, { headers }));
    },
  };
}
