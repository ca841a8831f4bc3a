import type { PlatformSignatureCache } from "../app/orders/ports";
import type { Env } from "./env";

/** Reaches the one feed. While that fails it can't tell, and orders search by themselves. */
export function salesFeedClient(objects: Env["SALES_FEED"]): PlatformSignatureCache {
  return {
    async signaturesFor(key, sinceAgoMs, staleMs) {
      const feed = objects.get(objects.idFromName("platform"));
      try {
        return await feed.signaturesFor(key, sinceAgoMs, staleMs);
      } catch (error) {
        console.error("the sales feed can't be reached", error);
        return null;
      }
    },
  };
}
