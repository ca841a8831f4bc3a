import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitByIp } from "../../http/rate-limit";

/** A whole event can share one address; a machine that opens orders for fun can't go on. */
const ORDER_RATE_LIMIT = { name: "orders", limit: 300, windowMs: 60_000 };

/** Counts one more order opened from this address. Throws `slow_down`. */
export function limitOrders(args: { request: Request; context: AppLoadContext }): Promise<void> {
  return limitByIp(args, ORDER_RATE_LIMIT);
}
