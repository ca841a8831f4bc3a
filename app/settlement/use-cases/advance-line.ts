import { decodeBase64 } from "../../lib/base64";
import { MAX_LINE_PLACES, minBlocksLeft } from "../../orders/rules/stock-limits";
import { endIfUnsignable } from "../../orders/use-cases/end-if-unsignable";
import { availabilityOf } from "../../products/rules/sale-type";
import { ChainUnavailable } from "../../solana/chain";
import { isLowBalance } from "../../solana/is-low-balance";
import type { SettlementPorts } from "../ports";

/** Products whose lines one run of the sweep advances. */
const MAX_PRODUCTS_PER_RUN = 50;

/** Gives units to those who wait in line. */
export function createAdvanceLine(
  ports: Pick<
    SettlementPorts,
    | "clock"
    | "log"
    | "chain"
    | "products"
    | "orders"
    | "referenceKeys"
    | "stockLine"
    | "watcher"
    | "stockWatcher"
  >,
) {
  const { clock, log, chain, products, orders, stockLine, watcher, stockWatcher } = ports;

  /**
   * Gives free units of a product to the signed payments that wait for one, in their order. A payment
   * that would fail loses its place; one whose blockhash is over keeps it for what the wallet signs next. Does
   * nothing while the network does not answer.
   */
  async function advanceLine(productId: string): Promise<void> {
    try {
      for (let place = 0; place < MAX_LINE_PLACES; place++) {
        if (!(await advanceOne(productId))) return;
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  }

  /** False where no unit is free or no payment waits for it. */
  async function advanceOne(productId: string): Promise<boolean> {
    const product = await products.byId(productId);
    if (!product || availabilityOf(product) !== "available") return false;
    const { lastValidBlockHeight, slot } = await chain.latestBlockhash();
    const pace = await chain.pace();
    const minValidHeight = lastValidBlockHeight - pace.blockhashBlocks + minBlocksLeft(pace);
    const at = clock.now();
    const entry = await stockLine.first(productId, minValidHeight, at);
    if (!entry) return false;
    const { orderId, ...signed } = entry;
    const order = await orders.byId(orderId);
    if (!order || (await endIfUnsignable(order, ports))) {
      await stockLine.leave(orderId);
      return true;
    }
    const failure = await chain.simulate(decodeBase64(signed.transaction));
    // The place is passed over. With too little money it ends by the next reading of balances, which two
    // nodes confirm.
    if (failure === "BlockhashNotFound" || isLowBalance(failure)) {
      await stockLine.lapse(orderId, signed.signature);
      return true;
    }
    const when = { minValidHeight, slot, at };
    const taken = failure === null ? await orders.takeUnit(orderId, signed, when) : "failed";
    if (taken === "held") return false;
    if (taken === "taken") {
      await stockWatcher.start();
      await watcher.built(orderId);
    } else if (taken !== "in_flight") await stockLine.leave(orderId);
    return true;
  }

  /** Advances the lines whose freed unit was not passed on, and removes what has expired. */
  async function sweepStockLines(): Promise<void> {
    const now = clock.now();
    await stockLine.purge(now);
    if ((await stockLine.charges(now, 1)).length > 0) await stockWatcher.start();
    for (const productId of await stockLine.products(now, MAX_PRODUCTS_PER_RUN)) {
      // One line that fails stops no other.
      await advanceLine(productId).catch((error: unknown) => {
        log("line_not_advanced", { product: productId, error });
      });
    }
  }

  return { advanceLine, sweepStockLines };
}
