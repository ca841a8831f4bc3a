import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readLicenceBody } from "../http/licence-body";
import { verifyLicence } from "../use-cases/check-licence";

/** Whether a key counts, with a new statement about it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const question = await readLicenceBody(request);
  return Response.json(await verifyLicence(question, context.ports));
}
