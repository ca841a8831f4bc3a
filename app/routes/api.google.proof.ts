import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { AFTER_SIGN_IN, localPath } from "../domain/return-path";
import { leaveByScript } from "../http/google/leave";
import { answerJson } from "../http/problem-response";
import { readJson } from "../http/read-json";
import { requireViewerJson } from "../http/viewer";

const body = z.object({ to: z.string().max(2_000) });

/** Where Google asks a signed-in person again who they are: `{ location }`. */
export async function action(args: ActionFunctionArgs) {
  return answerJson(args.request, async () => {
    const { uid } = await requireViewerJson(args);
    const to = localPath((await readJson(args.request, body)).to) ?? AFTER_SIGN_IN;
    return leaveByScript(args, { purpose: "proof", uid, to });
  });
}
