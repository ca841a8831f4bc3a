import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../../http/page-meta";
import { readPendingFlow } from "../flow";
import { handleCallback, redirectDenied } from "../handle-callback";
import { oauthErrorPage } from "../oauth-error-page";
import { AccessDenied } from "../openid-strategy";
import { OauthError } from "../ui/oauth-pages";

/** The redirect URI of Google. Renders only on an error. */
export async function loader(args: LoaderFunctionArgs) {
  const pending = await readPendingFlow(args);
  const { flow, clearCookie } = pending;
  try {
    return await handleCallback(args, pending);
  } catch (error) {
    if (error instanceof AccessDenied && flow && clearCookie)
      return redirectDenied(flow, clearCookie, args.context);
    return oauthErrorPage(error, args, flow, clearCookie);
  }
}

export default function GoogleCallback() {
  return <OauthError {...useLoaderData<typeof oauthErrorPage>()} />;
}

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
