/** `npm run check-ledger`: reconciles ledger, orders, purchases and stock of `DATA_DIR`. */
import { reconcile } from "../app/orders/rules/reconcile";
import { runCommand, StartFailure } from "./run/failure";
import { readLedgerSnapshot } from "./run/read-ledger-snapshot";
import { readStartSettings } from "./run/settings";
import { withDatabase } from "./run/with-database";

await runCommand(async () => {
  const { dataDir } = readStartSettings(process.env);
  await withDatabase(dataDir, async (db) => {
    const snapshot = await readLedgerSnapshot(db);
    const discrepancies = reconcile(snapshot);
    for (const discrepancy of discrepancies) console.error(discrepancy);
    if (discrepancies.length > 0) {
      throw new StartFailure(`${discrepancies.length} discrepancies.`);
    }
    const { orders, purchases, ledger, products } = snapshot;
    console.log(
      `All agree: ${orders.length} orders, ${purchases.length} purchases, ${ledger.length} lines, ${products.length} products.`,
    );
  });
});
