import { SYSTEM_PROGRAM } from "../../solana/keys";
import { networkFee } from "../../solana/payment-constants";
import { accountKeysOf, type RawTransaction } from "../../solana/raw-transaction";
import { transfersOf } from "../../solana/transfers";

/** Money for the platform with a reference that no order has. */
export interface UnmatchedPayment {
  signature: string;
  slot: number;
  payer: string;
  /** Lamports to the platform. */
  lamports: bigint;
  /** All lamports that the payer sent with the reference, so with the seller's share. */
  paidLamports: bigint;
  /** The first reference of the transfers. */
  reference: string;
}

/** Less is not recorded: giving it back would cost as much as it is worth. */
export const MIN_UNMATCHED_LAMPORTS = networkFee(2);

/** Transfers of a transaction with the keys that can be references. */
function transfersWithReferences(platform: string, raw: RawTransaction) {
  if (!raw.meta || raw.meta.err !== null) return [];
  const all = transfersOf("SOL", raw);
  const [feePayer] = accountKeysOf(raw);
  const wallets = new Set([feePayer, platform, SYSTEM_PROGRAM]);
  for (const { source, destination } of all) wallets.add(source).add(destination);
  return all
    .filter(({ sourceSigned, lamports }) => sourceSigned && lamports > 0n)
    .map((transfer) => ({
      ...transfer,
      references: transfer.extra.filter((key) => !wallets.has(key)),
    }))
    .filter(({ references }) => references.length > 0);
}

/** Those to the platform, or that name it. */
export function namedTransfers(platform: string, raw: RawTransaction) {
  return transfersWithReferences(platform, raw).filter(
    ({ destination, extra }) => destination === platform || extra.includes(platform),
  );
}

/**
 * Keys of a transaction that can be references of orders. What pays the platform for one order may pay the
 * seller of another one too little.
 */
export function possibleReferences(platform: string, raw: RawTransaction): string[] {
  const keys = transfersWithReferences(platform, raw).flatMap(({ references }) => references);
  return [...new Set(keys)];
}

/**
 * What a transaction brought the platform with none of these references. Null for nothing; a transfer
 * without any reference is no payment but a top-up of the wallet.
 *
 * @param lost references of orders that can't be restored; what names one of them first is unmatched too
 */
export function unmatchedPayment(
  platform: string,
  signature: string,
  raw: RawTransaction,
  known: ReadonlySet<string>,
  lost: ReadonlySet<string> = new Set(),
): UnmatchedPayment | null {
  const orderOf = (references: readonly string[]) =>
    references.find((key) => known.has(key) || lost.has(key));
  const transfers = namedTransfers(platform, raw).filter(({ references }) => {
    const order = orderOf(references);
    return order === undefined || lost.has(order);
  });
  const [first] = transfers;
  const reference = first && (orderOf(first.references) ?? first.references[0]);
  if (!first || !reference) return null;
  const lamports = transfers
    .filter(({ destination }) => destination === platform)
    .reduce((sum, transfer) => sum + transfer.lamports, 0n);
  const payer = first.source;
  const paidLamports = transfersOf("SOL", raw)
    .filter(({ source, extra }) => source === payer && extra.includes(reference))
    .reduce((sum, transfer) => sum + transfer.lamports, 0n);
  return { signature, slot: raw.slot, payer, lamports, paidLamports, reference };
}
