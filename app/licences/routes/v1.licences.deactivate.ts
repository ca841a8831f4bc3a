import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readInstanceBody } from "../http/licence-body";
import { deactivateLicence } from "../use-cases/check-licence";

/** Removes an installation from a key. */
export async function action({ request, context }: ActionFunctionArgs) {
  const question = await readInstanceBody(request);
  return Response.json(await deactivateLicence(question, context.ports));
}
