import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { parsePublicName, savePublicName } from "../../accounts/use-cases/profile";
import { requireViewerJson } from "../../http/viewer";
import { Problem } from "../../lib/problem";
import { limitUploads } from "../http/limit-uploads";
import {
  parseFileDescriptions,
  parseFocus,
  parseRequestId,
  parseTerms,
  readImagesForm,
  readImageUpload,
  readShareImage,
} from "../http/product-form";
import { withPlan } from "../http/seller";
import { parseFormFields } from "../rules/product-fields";
import { startProduct } from "../use-cases/start-product";

/**
 * POST: the product form with the names and sizes of the files. Answers 201 with the state of the first upload, and
 * of all in `uploads`.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await limitUploads({ request, context }, viewer);
  const form = await readImagesForm(request);
  const files = parseFileDescriptions(form);
  const fields = parseFormFields(form);
  const terms = parseTerms(fields, files.length > 0);
  const focus = parseFocus(fields);
  const name = parsePublicName(form.get("publicName"));
  if (files.length === 0)
    throw new Problem("invalid_input", { messageKey: "file_required", field: "file" });
  const [cover, image, shareImage] = await Promise.all([
    readImageUpload(form, "cover"),
    readImageUpload(form, "image"),
    readShareImage(form),
  ]);
  const seller = await withPlan(viewer, context);
  const requestId = parseRequestId(form);
  const product = { seller, terms, cover, image, focus, shareImage, files, requestId };
  const uploads = await startProduct(product, context.ports);
  await savePublicName(viewer, name, context.ports);
  return Response.json({ ...uploads[0], uploads }, { status: 201 });
}
