import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { redirect, redirectDocument } from "@remix-run/cloudflare";
import { reauthenticateWithPassword } from "../../accounts/http/reauthenticate-with-password";
import { flash, type ToastKey } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { requireViewer } from "../../http/viewer";
import type { Product } from "../rules/product";
import { parseFormFields, toFormFields } from "../rules/product-form";
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
  let [fields, updatedAt] = [toFormFields(product), product.updatedAt];
  try {
    const form = await readImagesForm(request);
    [fields, updatedAt] = [parseFormFields(form), parseVersion(form)];
    const terms = parseTerms(fields, true);
    const password = form.get("password");
    if (password) await reauthenticateWithPassword(String(password), { request, context });
    const seller = await withPlan(await requireViewer({ request, context }), context);
    const [cover, image, shareImage] = await Promise.all([
      readImageChange(form, "cover"),
      readImageChange(form, "image"),
      readShareImage(form),
    ]);
    const focus = parseFocus(fields);
    const edit = { productId: product.id, updatedAt, terms, cover, image, focus, shareImage };
    await editProduct({ seller, ...edit }, context.ports);
    const { to, toast, isDocument = false } = saved(form);
    const init = toast ? { headers: { "Set-Cookie": flash(toast, context) } } : {};
    return isDocument ? redirectDocument(to, init) : redirect(to, init);
  } catch (error) {
    return formProblem(error, request, { form: "product" as const, fields, updatedAt });
  }
}
