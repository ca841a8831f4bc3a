/** Confirmation level of a block; each level includes the ones before it. */
export type Commitment = "processed" | "confirmed" | "finalized";

/** The error of an instruction, in the JSON form of Solana's RPC. */
export type InstructionErrorJson = string | { Custom: number } | { BorshIoError: string };

/** The error of a transaction, in the JSON form of Solana's RPC. */
export type TransactionErrorJson =
  | string
  | { InstructionError: [index: number, error: InstructionErrorJson] }
  | { DuplicateInstruction: number }
  | { InsufficientFundsForRent: { account_index: number } }
  | { ProgramExecutionTemporarilyRestricted: { account_index: number } };

/** An account as the VM holds it. `lamports` are integer lamports. */
export interface AccountState {
  readonly lamports: bigint;
  readonly owner: Uint8Array;
  readonly data: Uint8Array;
  readonly executable: boolean;
}

/** One instruction that a program called; `data` is base58. */
export interface InnerInstructionJson {
  programIdIndex: number;
  accounts: number[];
  data: string;
  stackHeight: number;
}

export interface InnerInstructionsJson {
  index: number;
  instructions: InnerInstructionJson[];
}

export interface ReturnDataJson {
  programId: string;
  data: [base64: string, encoding: "base64"];
}

/** The result of running a transaction, committed or not. */
export interface Outcome {
  err: TransactionErrorJson | null;
  logs: string[];
  innerInstructions: InnerInstructionsJson[];
  computeUnits: number;
  returnData: ReturnDataJson | null;
}

/** Accounts that a v0 transaction loaded through lookup tables, in message order. */
export interface LoadedAddresses {
  writable: string[];
  readonly: string[];
}

/** A transaction in a block, with everything that `getTransaction` shows. Balances are lamports. */
export interface LandedTransaction extends Outcome {
  signature: string;
  slot: number;
  /** Seconds since 1970. */
  blockTime: number;
  raw: Uint8Array;
  loaded: LoadedAddresses;
  fee: number;
  preBalances: number[];
  postBalances: number[];
  preTokenBalances: TokenBalanceJson[];
  postTokenBalances: TokenBalanceJson[];
  memo: string | null;
}

/** Tokens in an account of a transaction; `accountIndex` counts all its account keys. */
export interface TokenBalanceJson {
  accountIndex: number;
  mint: string;
  owner: string;
  programId: string;
  uiTokenAmount: TokenAmountJson;
}

export interface TokenAmountJson {
  /** Smallest units, as decimal text. */
  amount: string;
  decimals: number;
  uiAmount: number;
  uiAmountString: string;
}

/** A landed transaction in the in-memory index; the rest is read from the journal. */
export interface LandedEntry {
  readonly signature: string;
  readonly slot: number;
  /** Number of the transaction, counted from genesis. */
  readonly sequence: number;
  /** Seconds since 1970. */
  readonly blockTime: number;
  readonly err: TransactionErrorJson | null;
  readonly memo: string | null;
  readonly addresses: readonly string[];
  /** Position of the full record in the journal. */
  readonly place: JournalPlace;
}

/** Position of a line in the journal, in bytes. */
export interface JournalPlace {
  readonly offset: number;
  readonly length: number;
}
