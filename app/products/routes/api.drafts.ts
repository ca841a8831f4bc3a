import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { limitUploads } from "../http/limit-uploads";
import { NO_FILE_LIMIT, readLimitedForm } from "../http/limited-form";
import { parseDraftFields, parseRequestId } from "../http/product-form";
import { createDraft } from "../use-cases/create-draft";

/** POST: the product form as typed, incomplete or not valid yet. Answers 201 with the draft. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await limitUploads({ request, context }, viewer);
  const form = await readLimitedForm(request, NO_FILE_LIMIT);
  const fields = parseDraftFields(form);
  const requestId = parseRequestId(form);
  const draft = await createDraft({ uid: viewer.uid, fields, requestId }, context.ports);
  return Response.json(draft, { status: 201 });
}
