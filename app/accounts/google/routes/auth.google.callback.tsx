import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../../http/page-meta";
import { AccessDenied } from "../access-denied";
import { handleCallback } from "../handle-callback";
import { oauthErrorPage } from "../oauth-error-page";
import { readPendingFlow } from "../read-pending-flow";
import { redirectDenied } from "../redirect-denied";
import { OauthError } from "../ui/oauth-error";

/** Where Google sends people back to. Shows something only where they can't be let in. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await readPendingFlow(args);
  const { flow, clearCookie } = open;
  try {
    return await handleCallback(args, open);
  } catch (error) {
    if (error instanceof AccessDenied && flow && clearCookie)
      return redirectDenied(flow, clearCookie, args.context);
    return oauthErrorPage(error, args.request, flow, clearCookie);
  }
}

export default function GoogleCallback() {
  return <OauthError {...useLoaderData<typeof oauthErrorPage>()} />;
}

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
