import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { requireViewer } from "../../http/viewer";
import { chosenFile } from "../../lib/chosen-file";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { ownProduct } from "../use-cases/ownership";
import { replaceWithSmallFile } from "../use-cases/replace-file";
import { cancelUpload } from "../use-cases/uploads";
import { limitUploads } from "./limit-uploads";
import { readLimitedForm, SMALL_FILE_LIMIT } from "./limited-form";
import { withPlan } from "./seller";

/** The form of the edit page that replaces the file, or gives up a replacement, without script. */
export async function replaceFileForm({ request, params, context }: ActionFunctionArgs) {
  const seller = await requireViewer({ request, context });
  const productId = params.pid ?? "";
  await ownProduct({ uid: seller.uid, productId }, context.ports);
  let note = "";
  try {
    await limitUploads({ request, context }, seller);
    const form = await readLimitedForm(request, SMALL_FILE_LIMIT);
    const discard = form.get("discard");
    if (discard) {
      await cancelUpload({ uid: seller.uid, key: String(discard) }, context.ports);
      return redirect(paths.edit(productId));
    }
    note = String(form.get("note") ?? "");
    const file = chosenFile(form, "file");
    if (!file) throw new Problem("invalid_input", { messageKey: "file_required", field: "file" });
    await replaceWithSmallFile(
      { seller: await withPlan(seller, context), productId, file, note },
      context.ports,
    );
    const headers = { "Set-Cookie": flash("fileReplaced", context) };
    return redirect(paths.edit(productId), { headers });
  } catch (error) {
    return formProblem(error, request, { form: "file" as const, note });
  }
}
