/** An instruction as `getTransaction` gives it with `encoding: "json"`. */
export interface RawInstruction {
  programIdIndex: number;
  accounts: number[];
  /** Base58. */
  data: string;
}

/** The parts of a `getTransaction` answer (`encoding: "json"`) that a verdict rests on. */
export interface RawTransaction {
  slot: number;
  /** Unix time in seconds, where the node knows it. */
  blockTime?: number | null | undefined;
  meta: {
    err: unknown;
    innerInstructions?: { index: number; instructions: RawInstruction[] }[] | null | undefined;
    loadedAddresses?: { writable: string[]; readonly: string[] } | null | undefined;
  } | null;
  transaction: {
    signatures: string[];
    message: {
      accountKeys: string[];
      header: { numRequiredSignatures: number };
      instructions: RawInstruction[];
    };
  };
}

/** Every account that the transaction names, in the order of its indices: static keys, then loaded. */
export function accountKeysOf({ meta, transaction }: RawTransaction): string[] {
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {};
  return [...transaction.message.accountKeys, ...writable, ...readonly];
}
