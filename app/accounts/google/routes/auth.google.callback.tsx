import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { loaderHeaders } from "../../../http/loader-headers";
import { pageMeta } from "../../../http/page-meta";
import { TurnedBack } from "../access-denied";
import { finishGoogle } from "../handle-callback";
import { googleFault } from "../oauth-error-page";
import { openFlow } from "../read-pending-flow";
import { turnBack } from "../redirect-denied";
import { GoogleFault } from "../ui/oauth-error";

/** Where Google sends people back to. Shows something only where they can't be let in. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await openFlow(args);
  const { flow, forget } = open;
  try {
    return await finishGoogle(args, open);
  } catch (error) {
    if (error instanceof TurnedBack && flow && forget) return turnBack(flow, forget);
    return googleFault(error, args.request, flow, forget);
  }
}

export default function GoogleCallback() {
  return <GoogleFault {...useLoaderData<typeof googleFault>()} />;
}

export const headers = loaderHeaders;

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
