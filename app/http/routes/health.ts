import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { checkHealth } from "../check-health";

/** For monitors: whether every part that a sale needs answers. */
export async function loader({ context }: LoaderFunctionArgs) {
  const health = await checkHealth(context.ports);
  return Response.json(health, { status: health.ok ? 200 : 503 });
}
