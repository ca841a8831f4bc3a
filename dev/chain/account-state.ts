import type { AccountState } from "./types";

/** Lamports that accounts hold together; an account that is not there holds none. */
export function totalLamports(states: readonly (AccountState | null)[]): bigint {
  return states.reduce((sum, state) => sum + (state?.lamports ?? 0n), 0n);
}

/** Lamports as JSON shows them: the whole supply is below 2^53. */
export function lamportsOf(state: AccountState | null): number {
  return Number(state?.lamports ?? 0n);
}

export function sameState(one: AccountState | null, other: AccountState | null): boolean {
  if (!one || !other) return one === other;
  return (
    one.lamports === other.lamports &&
    one.executable === other.executable &&
    Buffer.compare(one.owner, other.owner) === 0 &&
    Buffer.compare(one.data, other.data) === 0
  );
}
