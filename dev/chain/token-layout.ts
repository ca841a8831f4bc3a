import bs58 from "bs58";
import type { AccountState, TokenAmountJson, TokenBalanceJson } from "./types";

export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
/** SPL Token and Token-2022. */
export const TOKEN_PROGRAMS: readonly string[] = [
  TOKEN_PROGRAM,
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
];

/** Where a token account holds its mint, owner and amount (SPL Token's `Account`), in bytes. */
const MINT_OFFSET = 0;
const OWNER_OFFSET = 32;
const AMOUNT_OFFSET = 64;
const TOKEN_ACCOUNT_BYTES = 165;
/** Where a mint holds its supply and decimals (SPL Token's `Mint`), in bytes. */
const SUPPLY_OFFSET = 36;
const DECIMALS_OFFSET = 44;
const MINT_BYTES = 82;

export interface TokenAccount {
  readonly programId: string;
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
}

export interface TokenMint {
  readonly supply: bigint;
  readonly decimals: number;
}

/** The account as a token account, or null where it is none. */
export function readTokenAccount(account: AccountState | null): TokenAccount | null {
  if (!account || account.data.length < TOKEN_ACCOUNT_BYTES) return null;
  const programId = bs58.encode(account.owner);
  if (!TOKEN_PROGRAMS.includes(programId)) return null;
  const { data } = account;
  return {
    programId,
    mint: bs58.encode(data.subarray(MINT_OFFSET, MINT_OFFSET + 32)),
    owner: bs58.encode(data.subarray(OWNER_OFFSET, OWNER_OFFSET + 32)),
    amount: Buffer.from(data).readBigUInt64LE(AMOUNT_OFFSET),
  };
}

/** The account as a mint, or null where it is none. */
export function readMint(account: AccountState | null): TokenMint | null {
  if (!account || account.data.length < MINT_BYTES) return null;
  if (!TOKEN_PROGRAMS.includes(bs58.encode(account.owner))) return null;
  return {
    supply: Buffer.from(account.data).readBigUInt64LE(SUPPLY_OFFSET),
    decimals: account.data[DECIMALS_OFFSET] ?? 0,
  };
}

/** An amount of smallest units as nodes show it. */
export function tokenAmount(raw: bigint, decimals: number): TokenAmountJson {
  const digits = raw.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole;
  return { amount: raw.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

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
