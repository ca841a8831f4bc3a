import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { TOKEN_HEADERS } from "../../http/token-headers";
import { BRAND } from "../../lib/brand";
import { Problem } from "../../lib/problem";
import { readAcknowledgement } from "../use-cases/read-acknowledgement";

/** The signed statement that a declaration was received, as a file. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { statement, id } = await readAcknowledgement(
    { secret: params.token ?? "" },
    context.ports,
  );
  if (statement === null) throw new Problem("not_found");
  return new Response(statement, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${BRAND.toLowerCase()}-received-${id.slice(0, 8)}.json"`,
      ...TOKEN_HEADERS,
    },
  });
}
