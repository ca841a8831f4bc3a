import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { flash, type ToastKey } from "../../http/flash";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { paths, query } from "../../lib/paths";
import { Problem, type ProblemCode } from "../../lib/problem";
import { limitUploads } from "../http/limit-uploads";
import { draftForm } from "../rules/draft";
import { duplicateProduct } from "../use-cases/duplicate-product";
import { ownProductOrDraft } from "../use-cases/ownership";

/** What the dashboard says where no copy was made. */
const REFUSALS: Partial<Record<ProblemCode, ToastKey>> = {
  conflict: "draftsFull",
  quota_exceeded: "storageFull",
  slow_down: "slowDown",
};

/** POST, by a form without script too: makes a draft of a product, and leads to it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const lead = (to: string, toast: ToastKey) =>
    redirect(to, { headers: { "Set-Cookie": flash(toast, context) } });
  try {
    await limitUploads({ request, context }, viewer);
    const input = { uid: viewer.uid, productId: params.pid ?? "" };
    const { id, bundleSize } = await ownProductOrDraft(input, context.ports);
    if (bundleSize > 0) return redirect(offerPaths.newBundle + query({ copy: id }));
    const draftId = await duplicateProduct(input, context.ports);
    return lead(draftForm(draftId), "duplicated");
  } catch (error) {
    const toast = error instanceof Problem && REFUSALS[error.code];
    if (!toast) throw error;
    return lead(paths.dashboard, toast);
  }
}
