import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import {
  parseDraftFields,
  parseVersion,
  readImageChange,
  readImagesForm,
} from "../http/product-form";
import { saveDraft } from "../use-cases/save-draft";

/** PUT: the form of a draft as typed, with images to store or remove. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  const form = await readImagesForm(request);
  const updatedAt = parseVersion(form);
  const fields = parseDraftFields(form);
  const [cover, image] = await Promise.all([
    readImageChange(form, "cover"),
    readImageChange(form, "image"),
  ]);
  const draft = { uid, productId: params.pid ?? "", updatedAt, fields, cover, image };
  return Response.json(await saveDraft(draft, context.ports));
}
