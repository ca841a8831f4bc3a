import { sha256Base64Url } from "../../lib/base64";
import type { Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";

export interface FreeDownloadDeps {
  clock: Clock;
  settings: Pick<Settings, "rateScale">;
  rateLimits: Pick<RateLimits, "spend">;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Times the bytes of the release, a day: one download, and two that went wrong. */
const RELEASES_PER_PERSON = 3;
/** The same from one network address, which people of one office share. */
const RELEASES_PER_ADDRESS = 10;

interface FreeDownload {
  uid: string;
  productId: string;
  /** The client's network address. */
  address: string;
  /** Of all files of the release. */
  releaseBytes: number;
  /** About to be sent. */
  sizeBytes: number;
}

/**
 * Bounds what is downloaded by a right that nothing was paid for. A download that begins below a bound goes on
 * to its end. Throws `slow_down`.
 */
export async function spendFreeBytes(
  { uid, productId, address, releaseBytes, sizeBytes }: FreeDownload,
  { clock, settings, rateLimits }: FreeDownloadDeps,
): Promise<void> {
  const now = clock.now();
  const ofAddress = Math.ceil(RELEASES_PER_ADDRESS * settings.rateScale);
  const budgets = [
    // Hashed: a counter can outlive a deleted account.
    [`free:${productId}:${await sha256Base64Url(uid)}`, RELEASES_PER_PERSON],
    [`free:${productId}:${address}`, ofAddress],
  ] as const;
  for (const [key, releases] of budgets) {
    const limit = releases * releaseBytes;
    const full = await rateLimits.spend(key, now, { amount: sizeBytes, limit, windowMs: DAY_MS });
    if (!full) continue;
    const retryAfterSeconds = Math.ceil((full.resetAt - now) / 1_000);
    throw new Problem("slow_down", { messageKey: "free_downloads", retryAfterSeconds });
  }
}
