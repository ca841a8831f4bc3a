import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitByAccount } from "../../http/rate-limit";

/** Per account: a seller can have 500 codes. */
const RATE_LIMIT = { name: "codes", limit: 600, windowMs: 3_600_000 };

/** Limits the writes of a seller's codes. Throws `slow_down`. */
export function limitCodeWrites(context: AppLoadContext, uid: string): Promise<void> {
  return limitByAccount(context, uid, RATE_LIMIT);
}
