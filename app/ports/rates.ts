export interface RateCounters {
  /** Counts one more in the window; the count and the window's end come back. */
  hit(key: string, now: number, windowMs: number): Promise<{ count: number; resetAt: number }>;
  /**
   * Lets a try through, or says when the next one may come (epoch ms). After `free` tries each one
   * doubles the wait for the next, up to `longestMs`. A refused try changes nothing: nobody is
   * locked out by somebody else's insistence for longer than that.
   */
  attempt(key: string, now: number, policy: SlowingPolicy): Promise<{ retryAt: number | null }>;
  /** Takes back one try that turned out well. */
  forgive(key: string): Promise<void>;
  clear(key: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

export interface SlowingPolicy {
  free: number;
  firstMs: number;
  longestMs: number;
  /** Quiet time after which the count starts again. */
  forgetMs: number;
}
