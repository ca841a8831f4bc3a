import bs58 from "bs58";
import type { AccountState, LandedTransaction } from "./types";

/** An account after a transaction: address, lamports, owner, data (base64), executable. */
export type KeptAccount =
  | [address: string, lamports: string, owner: string, data: string, executable: 0 | 1]
  | [address: string];

export interface GenesisEntry {
  readonly kind: "genesis";
  readonly format: 1;
  /** Secret from which blockhashes and the faucet's key are derived. */
  readonly seed: string;
}

export interface TransactionEntry extends Omit<LandedTransaction, "raw" | "blockTime"> {
  readonly kind: "transaction";
  readonly blockTime: number;
  /** Base64. */
  readonly raw: string;
  readonly messageHash: string;
  /** Every account key, static ones first. */
  readonly addresses: string[];
  /** The accounts that it changed; one with an address alone was closed. */
  readonly changed: KeptAccount[];
}

export interface ReorgEntry {
  readonly kind: "reorg";
  /** The last slot that is kept. */
  readonly keptSlot: number;
  /** The current slot at the time of the reorg. */
  readonly tip: number;
}

export type JournalEntry = GenesisEntry | TransactionEntry | ReorgEntry;

export function keepAccount(address: string, state: AccountState | null): KeptAccount {
  if (!state) return [address];
  const data = Buffer.from(state.data).toString("base64");
  return [
    address,
    String(state.lamports),
    bs58.encode(state.owner),
    data,
    state.executable ? 1 : 0,
  ];
}

export function keptAccountState(kept: KeptAccount): AccountState | null {
  const [, lamports, owner, data, executable] = kept;
  if (lamports === undefined || owner === undefined || data === undefined) return null;
  return {
    lamports: BigInt(lamports),
    owner: bs58.decode(owner),
    data: Buffer.from(data, "base64"),
    executable: executable === 1,
  };
}
