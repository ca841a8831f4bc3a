import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { loaderHeaders } from "../../../http/loader-headers";
import { pageMeta } from "../../../http/page-meta";
import { requireFreshPerson } from "../../../http/viewer";
import { PROFILE } from "../../../lib/return-path";
import { comesFromUs } from "../is-same-origin";
import { leaveByPage } from "../start-authorization";
import { LeaveForGoogle } from "../ui/authorization-interstitial";

/** Sends a signed-in person to choose the Google account that shall open their account too. */
export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireFreshPerson(args);
  if (!comesFromUs(args.request)) return redirect(PROFILE);
  return leaveByPage(args, { purpose: "link", uid, to: PROFILE });
}

export const handle = { script: false };

export default function GoogleLink() {
  return <LeaveForGoogle {...useLoaderData<typeof leaveByPage>()} />;
}

export const headers = loaderHeaders;

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
