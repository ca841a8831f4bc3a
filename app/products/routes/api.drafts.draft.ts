import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import {
  parseDraftFields,
  parseVersion,
  readImageChange,
  readImagesForm,
} from "../http/product-form";
import { saveDraft } from "../use-cases/save-draft";

/** Per account: one save after each pause of typing, in several windows; each can store two images. */
const SAVES = { limit: 1_200, windowMs: 3_600_000 };

/** PUT: the form of a draft as typed, with images to store or remove. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await limitByAccount(context, uid, { name: "draft-saves", ...SAVES });
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
