// Compares recorded payments with the chain: a lost or doubled payment shows in no row.
import { setTimeout as sleep } from "node:timers/promises";
import {
  type RecordedPayments,
  reconcileWithChain,
  recordedSignatures,
} from "../../app/settlement/rules/reconcile-chain";
import { type Chain, ChainUnavailable } from "../../app/solana/chain";
import type { RawTransaction } from "../../app/solana/raw-transaction";

/** Largest page of `getSignaturesForAddress`, and largest request of `getSignatureStatuses`. */
const SIGNATURES_PER_PAGE = 1_000;
const MAX_STATUSES_PER_CALL = 256;
/** Transactions fetched at a time: few enough for a public node. */
const CONCURRENT_FETCHES = 4;
/** Pauses after a failed fetch, for a node that limits requests. */
const RETRY_DELAYS_MS = [1_000, 3_000, 9_000];

export interface ChainComparison {
  discrepancies: string[];
  /** Number of transactions that were compared. */
  compared: number;
}

/**
 * Compares the ledger with the history of the platform's addresses. Null for another chain
 * than the one that was recorded. Throws `ChainUnavailable`.
 */
export async function compareWithChain(
  chain: Pick<Chain, "signaturesFor" | "transaction" | "statuses" | "finalizedTip">,
  platforms: readonly string[],
  recorded: RecordedPayments,
): Promise<ChainComparison | null> {
  // Without retries, so that a chain that is down is reported at once.
  await chain.finalizedTip();
  const signatures = recordedSignatures(recorded);
  const missing = await missingOf(chain, signatures);
  if (signatures.length > 0 && missing.length === signatures.length) return null;
  const discrepancies = missing.map((one) => `${one} is in the ledger and not on the chain`);
  let compared = 0;
  for (const platform of platforms) {
    const transactions = await historyOf(chain, platform, new Set(signatures));
    compared += transactions.length;
    discrepancies.push(...reconcileWithChain(recorded, platform, transactions));
  }
  return { discrepancies, compared };
}

async function missingOf(chain: Pick<Chain, "statuses">, signatures: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (let at = 0; at < signatures.length; at += MAX_STATUSES_PER_CALL) {
    const some = signatures.slice(at, at + MAX_STATUSES_PER_CALL);
    const statuses = await retried(() => chain.statuses(some));
    missing.push(...some.filter((_, index) => statuses[index]?.err !== null));
  }
  return missing;
}

/** Successful transactions: finalized ones, since others may be on their way into the ledger, and recorded ones. */
async function historyOf(
  chain: Pick<Chain, "signaturesFor" | "transaction">,
  platform: string,
  recorded: ReadonlySet<string>,
): Promise<[string, RawTransaction][]> {
  const found: [string, RawTransaction][] = [];
  let before: string | undefined;
  for (;;) {
    const page = await retried(() =>
      chain.signaturesFor(platform, {
        commitment: "confirmed",
        limit: SIGNATURES_PER_PAGE,
        ...(before ? { before } : {}),
      }),
    );
    const rows = page.filter(
      ({ err, confirmation, signature }) =>
        err === null && (confirmation === "finalized" || recorded.has(signature)),
    );
    const fetchNext = async (): Promise<void> => {
      for (let row = rows.shift(); row; row = rows.shift()) {
        const { signature } = row;
        const raw = await retried(() => chain.transaction(signature, "confirmed"));
        if (raw) found.push([signature, raw]);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_FETCHES }, fetchNext));
    if (page.length < SIGNATURES_PER_PAGE) return found;
    before = page.at(-1)?.signature;
  }
}

async function retried<T>(read: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      await sleep(delayMs);
    }
  }
  return read();
}
