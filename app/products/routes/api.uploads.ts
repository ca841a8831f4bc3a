import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { parsePublicName, savePublicName } from "../../accounts/use-cases/profile";
import { requireViewerJson } from "../../http/viewer";
import { Problem } from "../../lib/problem";
import { limitUploads } from "../http/limit-uploads";
import {
  parseFileDescription,
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

/** POST: the product form with the file's name and size. Answers 201 with the upload's state. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await limitUploads({ request, context }, viewer);
  const form = await readImagesForm(request);
  const file = parseFileDescription(form);
  const fields = parseFormFields(form);
  const terms = parseTerms(fields, file !== null);
  const focus = parseFocus(fields);
  const name = parsePublicName(form.get("publicName"));
  if (!file) throw new Problem("invalid_input", { messageKey: "file_required", field: "file" });
  const [cover, image, shareImage] = await Promise.all([
    readImageUpload(form, "cover"),
    readImageUpload(form, "image"),
    readShareImage(form),
  ]);
  const seller = await withPlan(viewer, context);
  const requestId = parseRequestId(form);
  const product = { seller, terms, cover, image, focus, shareImage, file, requestId };
  const upload = await startProduct(product, context.ports);
  await savePublicName(viewer, name, context.ports);
  return Response.json(upload, { status: 201 });
}
