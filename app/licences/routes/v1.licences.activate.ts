import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readInstanceBody } from "../http/licence-body";
import { activateLicence } from "../use-cases/check-licence";

/** Adds an installation to a key. */
export async function action({ request, context }: ActionFunctionArgs) {
  const question = await readInstanceBody(request);
  return Response.json(await activateLicence(question, context.ports));
}
