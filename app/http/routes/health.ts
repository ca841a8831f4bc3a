import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { checkHealth } from "../check-health";

/** Health check for monitoring: 200, or 503 where a part that a sale needs does not answer. */
export async function loader({ context }: LoaderFunctionArgs) {
  const health = await checkHealth(context.ports);
  return Response.json(health, { status: health.ok ? 200 : 503 });
}
