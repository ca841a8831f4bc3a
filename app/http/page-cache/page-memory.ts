import { RecentMap } from "../../lib/recent-map";
import type { CachedPage } from "./cached-page";

/** Of about 128 MB that an isolate has. */
export const MAX_MEMORY_BYTES = 16 * 1024 * 1024;

/** Counted for key, headers and objects of a page beside its body. */
const ENTRY_BYTES = 4 * 1024;

export interface PageMemory {
  get(key: string): CachedPage | undefined;
  /** Keeps a page, unless a newer one is there. */
  put(key: string, page: CachedPage): void;
  /** Of all pages. */
  bytes(): number;
}

/** Pages in the memory of the isolate. Beyond `maxBytes` those go that were not used for longest. */
export function createPageMemory(maxBytes = MAX_MEMORY_BYTES): PageMemory {
  const pages = new RecentMap<CachedPage>(maxBytes, sizeOf);
  return {
    get: (key) => pages.get(key),
    put(key, page) {
      const known = pages.get(key);
      if (!known || known.at <= page.at) pages.set(key, page);
    },
    bytes: () => pages.size,
  };
}

function sizeOf({ body }: CachedPage): number {
  return body.byteLength + ENTRY_BYTES;
}
