import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { textOf } from "../../lib/form";
import { Problem } from "../../lib/problem";
import { limitUploads } from "../http/limit-uploads";
import { NO_FILE_LIMIT, readLimitedForm } from "../http/limited-form";
import { parseFileDescription } from "../http/product-form";
import { withPlan } from "../http/seller";
import { startReplacement } from "../use-cases/prepare-release";

/**
 * POST: name, size, type and time of change of another version of a product's file, with the seller's
 * note; `replaces` names one of several files by its key. Answers 201 with the upload's state.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await limitUploads({ request, context }, viewer);
  const form = await readLimitedForm(request, NO_FILE_LIMIT);
  const file = parseFileDescription(form);
  if (!file) throw new Problem("invalid_input", { messageKey: "file_required", field: "file" });
  const seller = await withPlan(viewer, context);
  const productId = params.pid ?? "";
  const note = textOf(form, "note");
  const replaces = textOf(form, "replaces") || null;
  const input = { seller, productId, file, note, replaces };
  return Response.json(await startReplacement(input, context.ports), { status: 201 });
}
