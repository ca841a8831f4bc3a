import { readMint, readTokenAccount, tokenAmount } from "./token-layout";
import type { AccountState, TokenBalanceJson } from "./types";

/** The tokens in those of a transaction's accounts that hold any. */
export function tokenBalances(
  addresses: readonly string[],
  states: readonly (AccountState | null)[],
  read: (address: string) => AccountState | null,
): TokenBalanceJson[] {
  return addresses.flatMap((_, accountIndex) => {
    const token = readTokenAccount(states[accountIndex] ?? null);
    if (!token) return [];
    const { mint, owner, programId } = token;
    const decimals = readMint(read(mint))?.decimals ?? 0;
    const uiTokenAmount = tokenAmount(token.amount, decimals);
    return [{ accountIndex, mint, owner, programId, uiTokenAmount }];
  });
}
