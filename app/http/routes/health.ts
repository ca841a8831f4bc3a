import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { checkHealth } from "../check-health";
import { answerJson } from "../problem-response";

/** For monitors: whether every part that a sale needs answers. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return answerJson(request, async () => {
    const health = await checkHealth(context.ports);
    return Response.json(health, { status: health.ok ? 200 : 503 });
  });
}
