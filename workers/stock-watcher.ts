import type { Log } from "../app/lib/log";
import type { StockWatcher } from "../app/orders/ports";
import type { Env } from "./env";

/** Calls the one Durable Object that reads the balances. */
export function createStockWatcher(objects: Env["STOCK_WATCH"], log: Log): StockWatcher {
  return {
    async start() {
      try {
        await objects.get(objects.idFromName("stock")).start();
      } catch (error) {
        log("balances_unchecked", { error });
      }
    },
  };
}
