import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { answerForm } from "../../http/answer-form";
import { flash } from "../../http/flash";
import { requireViewer } from "../../http/viewer";
import { chosenFile, textOf } from "../../lib/form";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { REPLACE_FILE } from "../rules/product-fields";
import { ownProduct } from "../use-cases/ownership";
import { replaceWithSmallFile } from "../use-cases/prepare-release";
import { cancelUpload } from "../use-cases/uploads";
import { readSmallFileForm } from "./limited-form";
import { withPlan } from "./seller";

/** The form of the edit page that replaces the file, or gives up a replacement, without script. */
export async function replaceFileForm(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  const viewer = await requireViewer(args);
  const { uid } = viewer;
  const productId = params.pid ?? "";
  await ownProduct({ uid, productId }, context.ports);
  const read = () => readSmallFileForm(args, viewer);
  return answerForm(REPLACE_FILE, { request, read }, async ({ data, values }) => {
    const key = textOf(data, "discard");
    if (key) {
      await cancelUpload({ uid, key }, context.ports);
      return redirect(paths.edit(productId));
    }
    const file = chosenFile(data, "file");
    if (!file) throw new Problem("invalid_input", { messageKey: "file_required", field: "file" });
    const seller = await withPlan(viewer, context);
    const replaces = textOf(data, "replaces") || null;
    const replacement = { seller, productId, file, note: values.note, replaces };
    await replaceWithSmallFile(replacement, context.ports);
    const headers = { "Set-Cookie": flash("fileReplaced", context) };
    return redirect(paths.edit(productId), { headers });
  });
}
