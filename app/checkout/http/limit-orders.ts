import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitByIp } from "../../http/rate-limit";

/** Per IP address: enough for an event behind one address, and a limit for scripts. */
const ORDER_RATE_LIMIT = { name: "orders", limit: 300, windowMs: 60_000 };

/** Limits new orders per IP address. Throws `slow_down`. */
export function limitOrders(args: { request: Request; context: AppLoadContext }): Promise<void> {
  return limitByIp(args, ORDER_RATE_LIMIT);
}
