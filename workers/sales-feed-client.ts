import type { SalesFeed } from "../app/orders/ports";
import type { Env } from "./env";

/** Reaches the one feed. While that fails it can't tell, and orders search by themselves. */
export function reachSalesFeed(objects: Env["SALES_FEED"]): SalesFeed {
  return {
    async naming(key, sinceAgoMs, staleMs) {
      const feed = objects.get(objects.idFromName("platform"));
      try {
        return await feed.naming(key, sinceAgoMs, staleMs);
      } catch (error) {
        console.error("the sales feed can't be reached", error);
        return null;
      }
    },
  };
}
