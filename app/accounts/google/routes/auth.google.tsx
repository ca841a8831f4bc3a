import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../../http/page-meta";
import { readViewer } from "../../../http/viewer";
import { AFTER_SIGN_IN, localPath } from "../../../lib/return-path";
import { isNotCrossSite } from "../is-same-origin";
import type { oauthErrorPage } from "../oauth-error-page";
import { startAuthorization } from "../start-authorization";
import { OauthError } from "../ui/oauth-error";

/** Sends a visitor to Google to sign in. Shows something only where that can't be done. */
export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const to = localPath(new URL(request.url).searchParams.get("to")) ?? AFTER_SIGN_IN;
  if (!isNotCrossSite(request)) return redirect(`/login?${new URLSearchParams({ to })}`);
  if (await readViewer(args)) return redirect(to);
  return startAuthorization(args, { purpose: "sign-in", uid: null, to });
}

export default function Google() {
  return <OauthError {...useLoaderData<typeof oauthErrorPage>()} />;
}

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
