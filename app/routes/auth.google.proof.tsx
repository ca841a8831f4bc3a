import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LeaveForGoogle } from "../components/google/leave-for-google";
import { localPath, PROFILE } from "../domain/return-path";
import { comesFromUs } from "../http/google/comes-from-us";
import { leaveByPage } from "../http/google/leave";
import { loaderHeaders } from "../http/loader-headers";
import { pageMeta } from "../http/page-meta";
import { requireViewer } from "../http/viewer";

/** Has Google ask a signed-in person again who they are. */
export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireViewer(args);
  if (!comesFromUs(args.request)) return redirect(PROFILE);
  const to = localPath(new URL(args.request.url).searchParams.get("to")) ?? PROFILE;
  return leaveByPage(args, { purpose: "proof", uid, to });
}

export const handle = { script: false };

export default function GoogleProof() {
  return <LeaveForGoogle {...useLoaderData<typeof leaveByPage>()} />;
}

export const headers = loaderHeaders;

export function meta({ data }: { data?: { title: string } }) {
  return pageMeta(data && { title: data.title, isPrivate: true });
}
