import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitByAccount, limitByIp } from "../../http/rate-limit";
import { DAY_MS } from "../../lib/time-zone";

/** Per account: a purchase has one review, which people change now and then; a seller answers many. */
const OF_ACCOUNT = { name: "review", limit: 100, windowMs: DAY_MS };
/** An office can share an address. */
const OF_ADDRESS = { name: "review", limit: 300, windowMs: DAY_MS };

/** Counts a write of a review or an answer. Throws `slow_down`. */
export async function limitReviewWrites(
  uid: string,
  { request, context }: { request: Request; context: AppLoadContext },
): Promise<void> {
  await limitByAccount(context, uid, OF_ACCOUNT);
  await limitByIp({ request, context }, OF_ADDRESS);
}
