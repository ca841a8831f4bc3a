import type { StockWatcher } from "../app/orders/ports";
import type { Env } from "./env";

/** Calls the one Durable Object that reads the balances. */
export function createStockWatcher(objects: Env["STOCK_WATCH"]): StockWatcher {
  return {
    async start() {
      try {
        await objects.get(objects.idFromName("stock")).start();
      } catch (error) {
        console.error("the watch over stock could not be started", error);
      }
    },
  };
}
