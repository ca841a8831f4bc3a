import type { BackoffPolicy } from "../../lib/ports";

/**
 * For tries at the secret of one account. Ten are a person who forgot which one it was; then the
 * wait doubles, at most to five minutes, so that nobody can lock somebody else out.
 */
export const CREDENTIAL_ATTEMPTS: BackoffPolicy = {
  free: 10,
  baseMs: 1_000,
  maxMs: 300_000,
  resetAfterMs: 3_600_000,
};
