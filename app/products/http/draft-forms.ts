import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import { answerForm } from "../../http/answer-form";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { draftForm } from "../rules/draft";
import { NEW_PRODUCT } from "../rules/product-fields";
import type { Seller } from "../use-cases/check-payout";
import { completeUpload } from "../use-cases/complete-upload";
import { readDraft } from "../use-cases/drafts";
import { publishDraft } from "../use-cases/publish-draft";
import { saveDraft } from "../use-cases/save-draft";
import {
  parseDraftFields,
  parseTerms,
  parseVersion,
  readImageChange,
  readImagesForm,
} from "./product-form";
import { leadOn, type Saved } from "./save-product-form";

/**
 * Saves the form of a draft as typed, valid or not, or answers with what was refused. Leads on to the question whether to
 * publish it where that was asked for.
 */
export async function saveDraftForm(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  draft: { uid: string; productId: string },
) {
  return answerForm(NEW_PRODUCT, { request, read: readImagesForm }, async ({ data }) => {
    const updatedAt = parseVersion(data);
    const fields = parseDraftFields(data);
    const [cover, image] = await Promise.all([
      readImageChange(data, "cover"),
      readImageChange(data, "image"),
    ]);
    await saveDraft({ ...draft, updatedAt, fields, cover, image }, context.ports);
    return leadOn(savedDraft(draft.productId, data), context);
  });
}

function savedDraft(productId: string, form: FormData): Saved {
  return form.get("intent") === "publish"
    ? { to: paths.publishDraft(productId), toast: null, isDocument: true }
    : { to: draftForm(productId), toast: "draftSaved" };
}

/**
 * Verifies the files of a draft and puts it on sale as it was shown at `updatedAt` (epoch ms). Throws the first
 * validation error of its form, `conflict` where it was saved since, and the errors of `completeUpload` and `publishDraft`.
 */
export async function publishShownDraft(
  { seller, productId, updatedAt }: { seller: Seller; productId: string; updatedAt: number },
  { ports }: Pick<AppLoadContext, "ports">,
): Promise<void> {
  const draft = await readDraft({ uid: seller.uid, productId }, ports);
  if (draft === "published") return;
  if (draft.product.updatedAt !== updatedAt) throw new Problem("conflict");
  const files = draft.release?.files ?? [];
  const terms = parseTerms(draft.fields, files.length > 0);
  for (const { key } of files)
    await completeUpload({ uid: seller.uid, key, isHeldBack: true }, ports);
  const kept = { cover: null, image: null, focus: null, shareImage: null };
  await publishDraft({ seller, productId, updatedAt, terms, ...kept }, ports);
}
