import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isSameSecret } from "../../lib/same-secret";
import { keptHealth } from "../kept-health";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Health check for monitoring: 200, or 503 where a part that a sale needs does not answer. The
 * operator, by `OPERATOR_SECRET`, also gets the warnings.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ports } = context;
  const { warnings, ...health } = await keptHealth(ports, wait);
  const [given, secret] = [bearerOf(request), ports.settings.operatorSecret];
  const isOperator = given !== null && secret !== null && (await isSameSecret(given, secret));
  return Response.json(isOperator ? { ...health, warnings } : health, {
    status: health.ok ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}

function bearerOf(request: Request): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;
}
