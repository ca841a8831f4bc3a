import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { MAX_IMAGE_BYTES } from "../../images/rules/image-types";
import { Problem } from "../../lib/problem";
import { limitPictures } from "../http/limit-uploads";
import { readLimitedForm } from "../http/limited-form";
import { readImageUpload } from "../http/product-form";
import { MAX_PICTURES, type StoredImage, shownPicture } from "../rules/pictures";
import { addPicture, arrangePictures } from "../use-cases/arrange-pictures";
import { ownProductOrDraft } from "../use-cases/ownership";

/** Both sizes, with a margin so that a picture slightly too large gets its own error message. */
const PICTURE_LIMIT = {
  maxFileBytes: 2 * MAX_IMAGE_BYTES,
  messageKey: "images_too_large",
} as const;

const ids = z.array(z.string().max(100)).max(MAX_PICTURES);
const schema = z.object({ pictures: ids, shown: ids });

/** POST: adds a picture to those of a product. PUT: puts them in order and removes those that are left out. */
export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  const { uid } = await requireViewerJson(args);
  await limitPictures(args, { uid });
  const product = await ownProductOrDraft({ uid, productId: params.pid ?? "" }, context.ports);
  if (request.method === "POST") {
    const form = await readLimitedForm(request, PICTURE_LIMIT);
    const upload = await readImageUpload(form, "picture");
    if (!upload)
      throw new Problem("invalid_input", { messageKey: "picture_required", field: "picture" });
    return listOf(await addPicture(product, upload, context.ports), 201);
  }
  const order = await readJson(request, schema);
  return listOf(await arrangePictures(product, order, context.ports), 200);
}

function listOf(pictures: readonly StoredImage[], status: number): Response {
  const shown = pictures.map((picture) => {
    const { id, url, srcSet = null, size } = shownPicture(picture);
    return { id, url, srcSet, width: size?.width ?? null, height: size?.height ?? null };
  });
  return Response.json({ pictures: shown }, { status });
}
