import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../../http/page-meta";
import { requireRecentAuthPage } from "../../../http/viewer";
import { PROFILE } from "../../../lib/return-path";
import { isSameOrigin } from "../is-same-origin";
import { startAuthorizationViaInterstitial } from "../start-authorization";
import { AuthorizationInterstitial } from "../ui/authorization-interstitial";

/** Sends a signed-in person to choose the Google account that shall open their account too. */
export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireRecentAuthPage(args);
  if (!isSameOrigin(args.request)) return redirect(PROFILE);
  return startAuthorizationViaInterstitial(args, { purpose: "link", uid, to: PROFILE });
}

export const handle = { script: false };

export default function GoogleLink() {
  return (
    <AuthorizationInterstitial {...useLoaderData<typeof startAuthorizationViaInterstitial>()} />
  );
}

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
