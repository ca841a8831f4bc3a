import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../../http/page-meta";
import { requireRecentAuthPage } from "../../../http/viewer";
import { paths } from "../../../lib/paths";
import { isSameOrigin, startAuthorizationViaInterstitial } from "../start-authorization";
import { AuthorizationInterstitial } from "../ui/oauth-pages";

/** Sends a signed-in user to choose the Google account to link. */
export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireRecentAuthPage(args);
  if (!isSameOrigin(args.request)) return redirect(paths.profile);
  return startAuthorizationViaInterstitial(args, { purpose: "link", uid, to: paths.profile });
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
