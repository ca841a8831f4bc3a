import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { localPath, PROFILE } from "../domain/return-path";
import { comesFromUs } from "../http/google/comes-from-us";
import { leaveForGoogle } from "../http/google/leave";
import { requireViewer } from "../http/viewer";

/** Has Google ask a signed-in person again who they are. */
export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireViewer(args);
  if (!comesFromUs(args.request)) return redirect(PROFILE);
  const to = localPath(new URL(args.request.url).searchParams.get("to")) ?? PROFILE;
  return leaveForGoogle(args, { purpose: "proof", uid, to });
}

export { default, headers, meta } from "./auth.google";
