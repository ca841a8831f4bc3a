/**
 * `npm run check-ledger`: reconciles ledger, orders, rights, purchases and stock of `DATA_DIR`, and the ledger
 * with the platform's history on `SOLANA_RPC_URLS` or on the folder's own chain.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import bs58 from "bs58";
import { reconcile } from "../app/orders/rules/reconcile";
import type { RecordedPayments } from "../app/settlement/rules/reconcile-chain";
import { ChainUnavailable } from "../app/solana/chain";
import { openDb } from "../db/client";
import { unmatchedPaymentsIn } from "../db/settlement/unmatched-payments";
import { createSolanaChain } from "../workers/solana-chain";
import { compareWithChain } from "./ledger/compare-with-chain";
import { readLedgerSnapshot, readRecordedPayments } from "./ledger/read-ledger-snapshot";
import { runCommand, StartFailure } from "./run/failure";
import { startLocalChain } from "./run/local-chain";
import { freePort } from "./run/port";
import { readStartSettings, type StartSettings } from "./run/settings";
import { withExistingDatabase } from "./run/with-database";

await runCommand(async () => {
  const settings = readStartSettings(process.env);
  await withExistingDatabase(settings.dataDir, async (db) => {
    const snapshot = await readLedgerSnapshot(db);
    const { orders, purchases, ledger, products } = snapshot;
    const counts = `${orders.length} orders, ${purchases.length} purchases, ${ledger.length} lines, ${products.length} products`;
    const unmatched = await unmatchedPaymentsIn(openDb(db)).unresolved();
    const discrepancies = [
      ...reconcile(snapshot),
      ...unmatched.map(
        ({ signature, lamports, paidLamports, payer, reference }) =>
          `unmatched payment ${signature}: ${payer} paid ${paidLamports} lamports, ${lamports} of them to the platform, reference ${reference}`,
      ),
      ...(await chainDiscrepancies(settings, await readRecordedPayments(db))),
    ];
    for (const discrepancy of discrepancies) console.error(discrepancy);
    if (discrepancies.length > 0) {
      throw new StartFailure(`${discrepancies.length} discrepancies in ${counts}.`);
    }
    console.log(`All agree: ${counts}.`);
  });
});

/** Empty also where there is no chain to compare with, which is then said. */
async function chainDiscrepancies(
  settings: StartSettings,
  recorded: RecordedPayments,
): Promise<string[]> {
  const { dataDir, rpcUrls, platformWallet } = settings;
  const own = platformWallet ?? localWallet(dataDir);
  const platforms = new Set(recorded.orders.map(({ platform }) => platform));
  if (own) platforms.add(own);
  if (platforms.size === 0) return [];
  const hasLocalChain = existsSync(join(dataDir, "chain"));
  if (!rpcUrls && !hasLocalChain) {
    console.log("Not compared with a chain: there is none here, and SOLANA_RPC_URLS is not set.");
    return [];
  }
  try {
    const local = rpcUrls ? null : await startLocalChain(await freePort(2), dataDir);
    try {
      const chain = createSolanaChain(rpcUrls ?? [local?.url ?? ""]);
      const compared = await compareWithChain(chain, [...platforms], recorded);
      if (compared) {
        console.log(`Compared with ${compared.compared} transactions on the chain.`);
        return compared.discrepancies;
      }
      console.log("Not compared with the chain: it has none of the recorded transactions.");
      return [];
    } finally {
      await local?.stop();
    }
  } catch (error) {
    if (!(error instanceof ChainUnavailable || error instanceof StartFailure)) throw error;
    console.log(`Not compared with the chain, which does not answer: ${error.message}`);
    return [];
  }
}

/** The wallet that `npm start` generated for this folder. */
function localWallet(dataDir: string): string | null {
  const path = join(dataDir, "platform-wallet.json");
  if (!existsSync(path)) return null;
  const bytes = Uint8Array.from(JSON.parse(readFileSync(path, "utf8")) as number[]);
  return bs58.encode(bytes.subarray(32));
}
