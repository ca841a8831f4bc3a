export interface TokenBucket {
  /** Takes one token, unless that leaves fewer than `reserve`. `now` is in ms. */
  take(now: number, reserve?: number): boolean;
}

/** A rate limit that allows bursts of `capacity` and `perSecond` over time. */
export function createTokenBucket(limit: { capacity: number; perSecond: number }): TokenBucket {
  let tokens = limit.capacity;
  let filledAt: number | null = null;
  return {
    take(now, reserve = 0) {
      const elapsedMs = Math.max(0, now - (filledAt ?? now));
      filledAt = now;
      tokens = Math.min(limit.capacity, tokens + (elapsedMs / 1_000) * limit.perSecond);
      if (tokens < 1 + reserve) return false;
      tokens -= 1;
      return true;
    },
  };
}
