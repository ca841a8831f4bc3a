import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import { redirect, redirectDocument } from "@remix-run/cloudflare";
import { reauthenticateWithPassword } from "../../accounts/http/reauthenticate-with-password";
import { answerForm } from "../../http/answer-form";
import { flash, type ToastKey } from "../../http/flash";
import { requireViewer } from "../../http/viewer";
import { textOf } from "../../lib/form";
import type { Product } from "../rules/product";
import { EDIT_PRODUCT } from "../rules/product-fields";
import { editProduct } from "../use-cases/edit-product";
import {
  parseFocus,
  parseTerms,
  parseVersion,
  readImageChange,
  readImagesForm,
  readShareImage,
} from "./product-form";
import { withPlan } from "./seller";

/** Where a saved form leads. */
export interface Saved {
  to: string;
  /** Null for none. */
  toast: ToastKey | null;
  /** True for a page without script. */
  isDocument?: boolean;
}

/** Saves the form of the seller's product or draft, or answers with what was refused. */
export async function saveProductForm(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  product: Product,
  saved: (form: FormData) => Saved,
) {
  return answerForm(EDIT_PRODUCT, { request, read: readImagesForm }, async ({ data, values }) => {
    const updatedAt = parseVersion(data);
    const terms = parseTerms(values, true);
    const password = textOf(data, "password");
    if (password) await reauthenticateWithPassword(password, { request, context });
    const seller = await withPlan(await requireViewer({ request, context }), context);
    const [cover, image, shareImage] = await Promise.all([
      readImageChange(data, "cover"),
      readImageChange(data, "image"),
      readShareImage(data),
    ]);
    const focus = parseFocus(values);
    const edit = { productId: product.id, updatedAt, terms, cover, image, focus, shareImage };
    await editProduct({ seller, ...edit }, context.ports);
    return leadOn(saved(data), context);
  });
}

export function leadOn(
  { to, toast, isDocument = false }: Saved,
  context: AppLoadContext,
): Response {
  const init = toast ? { headers: { "Set-Cookie": flash(toast, context) } } : {};
  return isDocument ? redirectDocument(to, init) : redirect(to, init);
}
