import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { PROFILE } from "../domain/return-path";
import { comesFromUs } from "../http/google/comes-from-us";
import { leaveForGoogle } from "../http/google/leave";
import { requireFreshPerson } from "../http/viewer";

/** Sends a signed-in person to choose the Google account that shall open their account too. */
export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireFreshPerson(args);
  if (!comesFromUs(args.request)) return redirect(PROFILE);
  return leaveForGoogle(args, { purpose: "link", uid, to: PROFILE });
}

export { default, headers, meta } from "./auth.google";
