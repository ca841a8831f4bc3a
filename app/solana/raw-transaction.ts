/** An instruction of `getTransaction` with `encoding: "json"`. */
export interface RawInstruction {
  programIdIndex: number;
  accounts: number[];
  /** Base58. */
  data: string;
}

/** The fields of `getTransaction` (`encoding: "json"`) that the verification of payments uses. */
export interface RawTransaction {
  slot: number;
  /** Unix time in seconds; null where the node does not know it. */
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

/** All accounts of a transaction by index: static keys, then those of lookup tables. */
export function accountKeysOf({ meta, transaction }: RawTransaction): string[] {
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {};
  return [...transaction.message.accountKeys, ...writable, ...readonly];
}
