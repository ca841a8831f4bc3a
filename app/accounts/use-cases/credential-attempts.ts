import type { SlowingPolicy } from "../../lib/ports";

/**
 * For tries at the secret of one account. Ten are a person who forgot which one it was; then the
 * wait doubles, at most to five minutes, so that nobody can lock somebody else out.
 */
export const SECRET_TRIES: SlowingPolicy = {
  free: 10,
  firstMs: 1_000,
  longestMs: 300_000,
  forgetMs: 3_600_000,
};
