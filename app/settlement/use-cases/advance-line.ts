import type { Products } from "../../../db/products/products";
import { decodeBase64 } from "../../lib/base64";
import type { Clock } from "../../lib/ports";
import type { OrderStore, OrderWatcher, ReferenceKeys, UnitHolds } from "../../orders/ports";
import { MAX_LINE_PLACES, minBlocksLeft } from "../../orders/rules/stock-limits";
import type { StockLine } from "../../orders/rules/stock-line";
import { endIfUnsignable } from "../../orders/use-cases/end-if-unsignable";
import type { StockWatcher } from "../../orders/use-cases/stock-watcher";
import { availabilityOf } from "../../products/rules/sale-type";
import { type Chain, ChainUnavailable } from "../../solana/chain";
import { isLowBalance } from "../../solana/is-low-balance";

interface Deps {
  clock: Clock;
  chain: Pick<Chain, "latestBlockhash" | "simulate" | "pace">;
  products: Pick<Products, "byId">;
  orders: Pick<OrderStore, "byId" | "expire"> & Pick<UnitHolds, "takeUnit">;
  referenceKeys: Pick<ReferenceKeys, "canSign">;
  stockLine: StockLine;
  watcher: Pick<OrderWatcher, "built" | "changed">;
  stockWatcher: StockWatcher;
}

/** Products whose lines one run of the sweep advances. */
const MAX_PRODUCTS_PER_RUN = 50;

/**
 * Gives free units of a product to the signed payments that wait for one, in their order. A payment
 * that would fail loses its place; one whose blockhash is over keeps it for what the wallet signs next. Does
 * nothing while the network does not answer.
 */
export async function advanceLine(productId: string, deps: Deps): Promise<void> {
  try {
    for (let place = 0; place < MAX_LINE_PLACES; place++) {
      if (!(await advanceOne(productId, deps))) return;
    }
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
  }
}

/** False where no unit is free or no payment waits for it. */
async function advanceOne(productId: string, deps: Deps): Promise<boolean> {
  const { orders, stockLine, chain } = deps;
  const product = await deps.products.byId(productId);
  if (!product || availabilityOf(product) !== "available") return false;
  const { lastValidBlockHeight, slot } = await chain.latestBlockhash();
  const pace = await chain.pace();
  const minValidHeight = lastValidBlockHeight - pace.blockhashBlocks + minBlocksLeft(pace);
  const at = deps.clock.now();
  const entry = await stockLine.first(productId, minValidHeight, at);
  if (!entry) return false;
  const { orderId, ...signed } = entry;
  const order = await orders.byId(orderId);
  if (!order || (await endIfUnsignable(order, deps))) {
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
    await deps.stockWatcher.start();
    await deps.watcher.built(orderId);
  } else if (taken !== "in_flight") await stockLine.leave(orderId);
  return true;
}

/** Advances the lines whose freed unit was not passed on, and removes what has expired. */
export async function sweepStockLines(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deps.stockLine.purge(now);
  if ((await deps.stockLine.charges(now, 1)).length > 0) await deps.stockWatcher.start();
  for (const productId of await deps.stockLine.products(now, MAX_PRODUCTS_PER_RUN)) {
    // One line that fails stops no other.
    await advanceLine(productId, deps).catch((error: unknown) => {
      console.error("a line could not be advanced", productId, error);
    });
  }
}
