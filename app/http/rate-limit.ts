import type { AppLoadContext } from "@remix-run/cloudflare";
import { sha256Base64Url } from "../lib/base64";
import { Problem } from "../lib/problem";
import { throttle } from "../lib/throttle";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/**
 * Counts a request under `key`, across all isolates. Throws `slow_down` for more than `limit` requests
 * within the window.
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

/** `limitRate` per account. The key has a hash of the uid: a counter can outlive a deleted account. */
export async function limitByAccount(
  context: AppLoadContext,
  uid: string,
  { name, limit, windowMs }: { name: string; limit: number; windowMs: number },
): Promise<void> {
  await limitRate(context, { key: `${name}:${await sha256Base64Url(uid)}`, limit, windowMs });
}

/** `limitRate` per client IP address. `RATE_SCALE` multiplies the limit. */
export async function limitByIp(
  { request, context }: Args,
  { name, limit, windowMs }: { name: string; limit: number; windowMs: number },
): Promise<void> {
  const scaled = Math.ceil(limit * context.ports.settings.rateScale);
  await limitRate(context, { key: `${name}:${clientIpPrefix(request)}`, limit: scaled, windowMs });
}

/** Failed attempts from one IP address without a wait: an office can share an address. */
const FREE_ATTEMPTS_PER_IP = 60;

/**
 * Runs `work`, an attempt at a secret, with a back-off per client IP address. Only failed attempts
 * count. `RATE_SCALE` multiplies the attempts without a wait. Throws `slow_down`.
 */
export async function throttleByIp<T>(
  { request, context }: Args,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const { ports } = context;
  const key = `${name}:${clientIpPrefix(request)}`;
  const free = Math.ceil(FREE_ATTEMPTS_PER_IP * ports.settings.rateScale);
  await throttle(key, { free, baseMs: 1_000, maxMs: 60_000, resetAfterMs: 600_000 }, ports);
  const result = await work();
  await ports.rateLimits.refund(key);
  return result;
}

/** The client's IPv4 address, or the /64 prefix of its IPv6 address, which one customer owns. */
export function clientIpPrefix(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  if (!address.includes(":") || /^::ffff:\d+\./i.test(address)) return address;
  const [head = ""] = address.split("::");
  const groups = head.split(":").filter(Boolean).slice(0, 4);
  return `${[...groups, "0", "0", "0", "0"].slice(0, 4).join(":")}::/64`;
}
