import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../../http/page-meta";
import { requireViewer } from "../../../http/viewer";
import { localPath, PROFILE } from "../../../lib/return-path";
import { isSameOrigin } from "../is-same-origin";
import { startAuthorizationViaInterstitial } from "../start-authorization";
import { AuthorizationInterstitial } from "../ui/authorization-interstitial";

/** Has Google ask a signed-in person again who they are. */
export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireViewer(args);
  if (!isSameOrigin(args.request)) return redirect(PROFILE);
  const to = localPath(new URL(args.request.url).searchParams.get("to")) ?? PROFILE;
  return startAuthorizationViaInterstitial(args, { purpose: "proof", uid, to });
}

export const handle = { script: false };

export default function GoogleProof() {
  return (
    <AuthorizationInterstitial {...useLoaderData<typeof startAuthorizationViaInterstitial>()} />
  );
}

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
