import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { limitByIp } from "../../http/rate-limit";
import { isPublicKey } from "../../solana/public-key";

export const demoAddress = z.object({ address: z.string().refine(isPublicKey) });

/** Per IP address: enough for a class of users behind one address. */
const DEMO_RATE_LIMIT = { name: "demo-wallet", limit: 600, windowMs: 60_000 };

/** Limits requests of the demo wallet per IP address. Throws `slow_down`. */
export function limitDemo(args: ActionFunctionArgs): Promise<void> {
  return limitByIp(args, DEMO_RATE_LIMIT);
}
