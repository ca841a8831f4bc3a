import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "../../http/viewer";
import { readSalesReport } from "../use-cases/read-dashboard";

/** The seller's products and their sales as a CSV file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const report = await readSalesReport({ uid }, context.ports);
  const day = new Date(context.ports.clock.now()).toISOString().slice(0, 10);
  return new Response(report, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="sales-report-${day}.csv"`,
    },
  });
}
