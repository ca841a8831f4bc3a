import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { leaveByScript } from "../http/google/leave";
import { answerJson } from "../http/problem-response";
import { requireFreshProof } from "../http/viewer";

/** Where a signed-in person chooses the Google account to link: `{ location }`. */
export async function action(args: ActionFunctionArgs) {
  return answerJson(args.request, async () => {
    const { uid } = await requireFreshProof(args);
    return leaveByScript(args, { purpose: "link", uid, to: "/profil" });
  });
}
