import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { comesFromUs } from "../http/google/comes-from-us";
import { leaveForGoogle } from "../http/google/leave";
import { requireFreshProof } from "../http/viewer";

/** Sends a signed-in person to choose the Google account that shall open their account too. */
export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireFreshProof(args);
  if (!comesFromUs(args.request)) return redirect("/profil");
  return leaveForGoogle(args, { purpose: "link", uid, to: "/profil" });
}

export { default, meta } from "./auth.google";
