import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "../../http/viewer";
import { reportCodes } from "../use-cases/list-codes";

/** The seller's codes and what they brought as a CSV file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const report = await reportCodes({ uid }, context.ports);
  const day = new Date(context.ports.clock.now()).toISOString().slice(0, 10);
  return new Response(report, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="codes-report-${day}.csv"`,
    },
  });
}
