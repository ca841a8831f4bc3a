import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../../http/page-meta";
import { readViewer } from "../../../http/viewer";
import { paths, query } from "../../../lib/paths";
import { localPath } from "../../../lib/return-path";
import type { oauthErrorPage } from "../oauth-error-page";
import { isNotCrossSite, startAuthorization } from "../start-authorization";
import { OauthError } from "../ui/oauth-pages";

/** Sends a visitor to Google to sign in. Renders only on an error. */
export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const to = localPath(new URL(request.url).searchParams.get("to")) ?? paths.dashboard;
  if (!isNotCrossSite(request)) return redirect(paths.login + query({ to }));
  if (await readViewer(args)) return redirect(to);
  return startAuthorization(args, { purpose: "sign-in", uid: null, to });
}

export default function Google() {
  return <OauthError {...useLoaderData<typeof oauthErrorPage>()} />;
}

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
