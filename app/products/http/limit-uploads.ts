import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitByIp, limitRate } from "../../http/rate-limit";
import { sha256Base64Url } from "../../lib/base64";

const WINDOW_MS = 3_600_000;
/** More than a person publishes in an hour; each one that is started takes storage. */
const MAX_PER_ACCOUNT = 120;
/** Several sellers can share an address. Counts across accounts, which anyone can open anew. */
const MAX_PER_IP = 600;

/** Counts a product that is about to be uploaded. Throws `slow_down`. */
export async function limitUploads(
  args: { request: Request; context: AppLoadContext },
  { uid }: { uid: string },
): Promise<void> {
  await limitByIp(args, { name: "uploads", limit: MAX_PER_IP, windowMs: WINDOW_MS });
  // A hash: the counter outlives a deleted account, of which nothing else names the uid.
  const key = await sha256Base64Url(`uploads:${uid}`);
  await limitRate(args.context, { key, limit: MAX_PER_ACCOUNT, windowMs: WINDOW_MS });
}
