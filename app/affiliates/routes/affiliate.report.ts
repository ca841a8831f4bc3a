import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "../../http/viewer";
import { reportRecommendations } from "../use-cases/recommendations";

/** What the person got for recommending products, as a CSV file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const report = await reportRecommendations({ uid }, context.ports);
  const day = new Date(context.ports.clock.now()).toISOString().slice(0, 10);
  return new Response(report, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="recommendations-${day}.csv"`,
    },
  });
}
