import type { AppLoadContext } from "@remix-run/cloudflare";
import { Problem } from "../lib/problem";
import { throttle } from "../lib/throttle";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/**
 * Counts one more request of this kind for an account or the like, across all instances. Throws
 * `slow_down` once more than `limit` came within the window.
 */
export async function limitRate(
  context: AppLoadContext,
  { key, limit, windowMs }: { key: string; limit: number; windowMs: number },
): Promise<void> {
  const { rateLimits, clock } = context.ports;
  const now = clock.now();
  const { count, resetAt } = await rateLimits.increment(key, now, windowMs);
  if (count <= limit) return;
  throw new Problem("slow_down", { retryAfterSeconds: Math.ceil((resetAt - now) / 1000) });
}

/** The same for whoever asks from one network address; `RATE_SCALE` multiplies the limit. */
export async function limitByIp(
  { request, context }: Args,
  { name, limit, windowMs }: { name: string; limit: number; windowMs: number },
): Promise<void> {
  const scaled = Math.ceil(limit * context.ports.settings.rateScale);
  await limitRate(context, { key: `${name}:${clientIpPrefix(request)}`, limit: scaled, windowMs });
}

/**
 * For tries at a secret: after 60 that failed from one address, each one doubles the wait for the
 * next. Run `work` with it: what succeeds is not counted, since a whole office can share an address.
 */
export async function throttleByIp<T>(
  { request, context }: Args,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const { ports } = context;
  const key = `${name}:${clientIpPrefix(request)}`;
  const free = Math.ceil(60 * ports.settings.rateScale);
  await throttle(key, { free, baseMs: 1_000, maxMs: 60_000, resetAfterMs: 600_000 }, ports);
  const result = await work();
  await ports.rateLimits.refund(key);
  return result;
}

/** An IPv4 address, or the /64 of an IPv6 one: a single customer has all of that. */
export function clientIpPrefix(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  if (!address.includes(":") || /^::ffff:\d+\./i.test(address)) return address;
  const [head = ""] = address.split("::");
  const groups = head.split(":").filter(Boolean).slice(0, 4);
  return `${[...groups, "0", "0", "0", "0"].slice(0, 4).join(":")}::/64`;
}
