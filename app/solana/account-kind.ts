import type { ChainAccount } from "./chain";
import { SYSTEM_PROGRAM } from "./keys";
import { TOKEN_PROGRAMS } from "./token-programs";

export type AccountKind = "wallet" | "program" | "mint" | "token_account" | "program_account";

/** Size of a mint. A token account is larger; extensions of Token-2022 follow after its size. */
const MINT_BYTES = 82;
/** Token-2022: which of both an account with extensions is, at the offset of their end. */
const TOKEN_ACCOUNT_BYTES = 165;
const MINT_TYPE = 1;

/** What an account on the chain is. Only a wallet can be paid and spend by its private key alone. */
export function accountKind(account: ChainAccount): AccountKind {
  const { owner, isExecutable, data } = account;
  if (isExecutable) return "program";
  if (owner === SYSTEM_PROGRAM) return data.length === 0 ? "wallet" : "program_account";
  if (!TOKEN_PROGRAMS.includes(owner)) return "program_account";
  if (data.length === MINT_BYTES || data[TOKEN_ACCOUNT_BYTES] === MINT_TYPE) return "mint";
  return data.length >= TOKEN_ACCOUNT_BYTES ? "token_account" : "program_account";
}
