import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { GoogleFault } from "../components/google/google-fault";
import { finishGoogle } from "../http/google/finish";
import { googleFault } from "../http/google/google-fault";
import { openFlow } from "../http/google/open-flow";
import { turnBack } from "../http/google/turn-back";
import { TurnedBack } from "../http/google/turned-back";
import { loaderHeaders } from "../http/loader-headers";
import { pageMeta } from "../http/page-meta";

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
