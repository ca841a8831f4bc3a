import type { Chain } from "./chain";

/**
 * Largest rent minimum (lamports) that a node is believed; ten times what it was when it was highest.
 * A balance from here on needs no question.
 */
export const MAX_RENT_MINIMUM_LAMPORTS = 10_000_000n;

/** True for balances (lamports) that a transaction may leave: 0 or at least the rent minimum. */
export function canRemain(lamports: bigint, rentMinimum: bigint): boolean {
  return lamports === 0n || lamports >= rentMinimum;
}

/** The same, asking for the rent minimum only where it matters. Throws `ChainUnavailable`. */
export async function mayRemain(
  lamports: bigint,
  { chain }: { chain: Pick<Chain, "rentMinimum"> },
): Promise<boolean> {
  if (lamports === 0n || lamports >= MAX_RENT_MINIMUM_LAMPORTS) return true;
  return lamports > 0n && canRemain(lamports, await chain.rentMinimum());
}
