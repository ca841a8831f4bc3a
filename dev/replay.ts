/**
 * `npm run replay -- <orderId>`: asks the chain for every transaction that names the order's
 * reference and prints how each is verified against the order. Writes nothing.
 */
import { termsOf } from "../app/orders/rules/order";
import { createVerifier } from "../app/settlement/use-cases/verify";
import type { Chain } from "../app/solana/chain";
import { type Db, openDb } from "../db/client";
import { ledgerIn } from "../db/orders/ledger";
import { ordersIn } from "../db/orders/orders";
import { platformIsolate } from "../workers/isolate";
import { createLog } from "../workers/log";
import { r2OrderRecords } from "../workers/r2-order-records";
import { createSolanaChain } from "../workers/solana-chain";
import { runCommand, StartFailure } from "./run/failure";
import { startLocalChain } from "./run/local-chain";
import { readStartSettings } from "./run/settings";
import { withExistingDatabase } from "./run/with-database";

/** Largest page of `getSignaturesForAddress`. */
const PAGE_SIZE = 1_000;

await runCommand(async () => {
  const [orderId] = process.argv.slice(2);
  if (!orderId) throw new StartFailure("Which order? npm run replay -- <orderId>");
  const { dataDir, rpcUrls, chainPort } = readStartSettings(process.env);
  await withExistingDatabase(dataDir, async (database, bindings) => {
    const local = rpcUrls ? null : await startLocalChain(chainPort, dataDir);
    try {
      const chain = createSolanaChain(rpcUrls ?? [local?.url ?? ""]);
      const files = await bindings.getR2Bucket("FILES");
      await replay(orderId, openDb(database), chain, files as unknown as R2Bucket);
    } finally {
      await local?.stop();
    }
  });
});

async function replay(orderId: string, db: Db, chain: Chain, files: R2Bucket): Promise<void> {
  const orders = ordersIn(db);
  const order = await orders.byId(orderId);
  if (!order) throw new StartFailure(`No order is called ${orderId}.`);
  const { status, reviewReason, hold, reference, signature } = order;
  print({
    order: orderId,
    status,
    reviewReason,
    hold,
    reference,
    signature,
    terms: termsOf(order),
  });
  for (const line of await ledgerIn(db).ofOrder(orderId)) print({ ledger: line });
  const verifier = createVerifier({
    clock: { now: Date.now },
    log: createLog(platformIsolate),
    chain,
    orders,
    orderRecords: r2OrderRecords(files),
  });
  let before: string | undefined;
  for (;;) {
    const search = {
      commitment: "confirmed" as const,
      limit: PAGE_SIZE,
      ...(before ? { before } : {}),
    };
    const found = await chain.signaturesFor(reference, search);
    for (const one of found) {
      const raw = await chain.transaction(one.signature, "confirmed");
      // Against the current terms: settling has bound the order to the wallet that paid.
      const verdict = raw ? await verifier.verdictFor(order, one.signature, raw) : "not there";
      print({ ...one, settles: one.signature === signature, verdict });
    }
    if (found.length < PAGE_SIZE) break;
    before = found.at(-1)?.signature;
  }
}

function print(value: unknown): void {
  console.log(JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one), 2));
}
