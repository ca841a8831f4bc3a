import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "../http/file-response";
import { openDownload } from "../use-cases/open-download";

/** The file of a download token. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const opened = await openDownload({ token: params.token ?? "" }, context.ports);
  return fileResponse(request, opened);
}
