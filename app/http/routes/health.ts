import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { keptHealth } from "../kept-health";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Health check for monitoring: 200, or 503 where a part that a sale needs does not answer. The
 * operator, by `OPERATOR_SECRET`, also gets the warnings.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ports } = context;
  const { warnings, ...health } = await keptHealth(ports, wait);
  const isOperator = await isSecret(bearerOf(request), ports.settings.operatorSecret);
  return Response.json(isOperator ? { ...health, warnings } : health, {
    status: health.ok ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}

function bearerOf(request: Request): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;
}

/** Compares digests, all bytes of them: the time it takes says nothing of the secret. */
async function isSecret(given: string | null, secret: string | null): Promise<boolean> {
  if (given === null || secret === null) return false;
  const [one, other] = await Promise.all([digestOf(given), digestOf(secret)]);
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0;
}

async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
