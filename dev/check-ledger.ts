/** `npm run check-ledger`: whether ledger, orders, purchases and stock of `DATA_DIR` agree. */
import { reconcile } from "../app/orders/rules/reconcile";
import { runCommand, StartFailure } from "./run/failure";
import { readLedgerSnapshot } from "./run/read-books";
import { readStartSettings } from "./run/settings";
import { withDatabase } from "./run/with-database";

await runCommand(async () => {
  const { dataDir } = readStartSettings(process.env);
  await withDatabase(dataDir, async (db) => {
    const snapshot = await readLedgerSnapshot(db);
    const faults = reconcile(snapshot);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) throw new StartFailure(`${faults.length} things do not agree.`);
    const { orders, purchases, ledger, products } = snapshot;
    console.log(
      `All agree: ${orders.length} orders, ${purchases.length} purchases, ${ledger.length} lines, ${products.length} products.`,
    );
  });
});
