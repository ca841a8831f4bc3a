import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitByAccount, limitByIp } from "../../http/rate-limit";

const WINDOW_MS = 600_000;
/** A message every thirty seconds: more than a person types. */
const ACCOUNT_RATE_LIMIT = { name: "messages", limit: 20, windowMs: WINDOW_MS };
/** A few people behind one address. */
const IP_RATE_LIMIT = { name: "messages-ip", limit: 60, windowMs: WINDOW_MS };

/** Limits messages per account and per IP address. Throws `slow_down`. */
export async function limitMessages(
  args: { request: Request; context: AppLoadContext },
  uid: string,
): Promise<void> {
  await limitByIp(args, IP_RATE_LIMIT);
  await limitByAccount(args.context, uid, ACCOUNT_RATE_LIMIT);
}
