import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "../../http/viewer";
import { Problem } from "../../lib/problem";
import { reportSpan } from "../rules/transactions-report";
import { reportTransactions } from "../use-cases/report-transactions";

/** The seller's part of the ledger as a CSV file, of one year or of all. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const year = new URL(request.url).searchParams.get("year");
  const span = reportSpan(year);
  if (!span) throw new Problem("invalid_input", { field: "year" });
  const report = reportTransactions({ uid, ...span }, context.ports);
  const day = new Date(context.ports.clock.now()).toISOString().slice(0, 10);
  return new Response(report, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="transactions-${year || `all-${day}`}.csv"`,
    },
  });
}
