import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "../../http/viewer";
import { reportShares } from "../use-cases/report-shares";

/** What the person received and is owed as an author, as a CSV file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const day = new Date(context.ports.clock.now()).toISOString().slice(0, 10);
  return new Response(reportShares({ uid }, context.ports), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="shares-${day}.csv"`,
    },
  });
}
