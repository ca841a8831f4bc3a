import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fixedT } from "../../http/locale";
import { requireViewer } from "../../http/viewer";
import { BRAND } from "../../lib/brand";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { readNewRecoveryCodes } from "../http/new-recovery-codes";

/** New recovery codes as a text file. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { uid, email } = await requireViewer(args);
  const codes = await readNewRecoveryCodes(uid, args);
  if (!codes) throw new Problem("not_found");
  const t = fixedT(request, "account");
  const address = context.ports.settings.appOrigin + paths.recover;
  const lines = [t("codes.file", { email }), address, "", ...codes, ""];
  return new Response(lines.join("\r\n"), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${BRAND.toLowerCase()}-${t("codes.fileName")}.txt"`,
      "Cache-Control": "private, no-store",
    },
  });
}
