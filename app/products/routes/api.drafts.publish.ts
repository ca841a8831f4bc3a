import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { parsePublicName, savePublicName } from "../../accounts/use-cases/profile";
import { requireViewerJson } from "../../http/viewer";
import {
  parseFocus,
  parseTerms,
  parseVersion,
  readImageChange,
  readImagesForm,
  readShareImage,
} from "../http/product-form";
import { withPlan } from "../http/seller";
import { parseFormFields } from "../rules/product-fields";
import { publishDraft } from "../use-cases/publish-draft";

/** POST: the whole form of a draft, which is saved and put on sale. Its files have arrived before. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  const form = await readImagesForm(request);
  const updatedAt = parseVersion(form);
  const fields = parseFormFields(form);
  const terms = parseTerms(fields, true);
  const focus = parseFocus(fields);
  const name = parsePublicName(form.get("publicName"));
  const [cover, image, shareImage] = await Promise.all([
    readImageChange(form, "cover"),
    readImageChange(form, "image"),
    readShareImage(form),
  ]);
  const seller = await withPlan(viewer, context);
  const productId = params.pid ?? "";
  const edit = { terms, cover, image, focus, shareImage };
  await publishDraft({ seller, productId, updatedAt, ...edit }, context.ports);
  await savePublicName(viewer, name, context.ports);
  return Response.json({ productId });
}
