import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../../http/page-meta";
import { requireViewer } from "../../../http/viewer";
import { paths } from "../../../lib/paths";
import { localPath } from "../../../lib/return-path";
import { isSameOrigin, startAuthorizationViaInterstitial } from "../start-authorization";
import { AuthorizationInterstitial } from "../ui/oauth-pages";

/** Sends a signed-in user to re-authenticate at Google. */
export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireViewer(args);
  if (!isSameOrigin(args.request)) return redirect(paths.profile);
  const to = localPath(new URL(args.request.url).searchParams.get("to")) ?? paths.profile;
  return startAuthorizationViaInterstitial(args, { purpose: "reauthenticate", uid, to });
}

export const handle = { script: false };

export default function GoogleReauthenticate() {
  return (
    <AuthorizationInterstitial {...useLoaderData<typeof startAuthorizationViaInterstitial>()} />
  );
}

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
