import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerJson } from "../../http/problem-response";
import { limitByIp } from "../../http/rate-limit";
import { isPublicKey } from "../../solana/public-key";

export const demoAddress = z.object({ address: z.string().refine(isPublicKey) });

/** Generous: a whole class may try at once. */
const LIMIT = { name: "demo-wallet", limit: 600, windowMs: 60_000 };

/** What the three resources of the demo wallet share. */
export function answerDemo(args: ActionFunctionArgs, work: () => Promise<Response>) {
  return answerJson(args.request, async () => {
    await limitByIp(args, LIMIT);
    return work();
  });
}
