import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerJson } from "../http/problem-response";
import { readJson } from "../http/read-json";
import { requireFreshProof } from "../http/viewer";
import { unlinkGoogle } from "../use-cases/unlink-google";

const body = z.object({ subject: z.string().min(1).max(255) });

/** Takes a Google account off the account that it opens. */
export async function action(args: ActionFunctionArgs) {
  return answerJson(args.request, async () => {
    const { uid } = await requireFreshProof(args);
    const { subject } = await readJson(args.request, body);
    await unlinkGoogle({ uid, subject }, args.context.ports);
    return new Response(null, { status: 204 });
  });
}
