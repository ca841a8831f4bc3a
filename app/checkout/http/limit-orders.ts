import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitByIp } from "../../http/rate-limit";

/** Per IP address: enough for an event behind one address, and a limit for scripts. */
const ORDER_RATE_LIMIT = { name: "orders", limit: 300, windowMs: 60_000 };

/** Limits new orders per IP address. Throws `slow_down`. */
export function limitOrders(args: { request: Request; context: AppLoadContext }): Promise<void> {
  return limitByIp(args, ORDER_RATE_LIMIT);
}

/** Per IP address: as many as wallets that pay without a page may send. A secret costs nothing. */
const GUEST_RATE_LIMIT = { name: "guests", limit: 900, windowMs: 60_000 };

/** Limits what guests have built, and send, per IP address. Throws `slow_down`. */
export function limitGuests(args: { request: Request; context: AppLoadContext }): Promise<void> {
  return limitByIp(args, GUEST_RATE_LIMIT);
}
