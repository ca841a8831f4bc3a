import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { draftForm } from "../rules/draft";
import { readDraft } from "../use-cases/drafts";

/** Leads to the form of a draft, which begins and goes on at one address. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const productId = params.pid ?? "";
  const draft = await readDraft({ uid, productId }, context.ports);
  const isPublished = draft === "published";
  return redirect(isPublished ? paths.edit(productId) : draftForm(productId));
}
