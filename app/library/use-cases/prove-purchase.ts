import type { Ledger } from "../../../db/orders/ledger";
import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import type { Releases } from "../../../db/products/releases";
import type { Clock, Settings, Statements } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderStore } from "../../orders/ports";
import type { Buyer } from "../../orders/rules/buyer";
import { isProvable, mayProve, purchaseSubject } from "../rules/purchase-proof";
import { receiptOf } from "../rules/receipt";
import { readBoughtFiles } from "./read-receipt";

interface Deps {
  clock: Clock;
  settings: Pick<Settings, "cluster">;
  statements: Pick<Statements, "sign">;
  orders: Pick<OrderStore, "byId">;
  ledger: Pick<Ledger, "ofOrder">;
  purchases: Pick<Purchases, "ofOrder">;
  products: Pick<Products, "byId">;
  releases: Pick<Releases, "filesOf">;
}

/**
 * A proof of purchase, signed now: after a theft of the key the buyer asks again. Throws `not_found` like
 * the receipt, and `conflict` for a payment that is not final, was refunded or never was, and where this
 * deployment signs nothing.
 */
export async function provePurchase(
  { orderId, buyer }: { orderId: string; buyer: Buyer },
  deps: Deps,
): Promise<string> {
  const order = await deps.orders.byId(orderId);
  if (!order || !mayProve(order, buyer, deps.clock.now())) throw new Problem("not_found");
  const [entries, files] = await Promise.all([
    deps.ledger.ofOrder(order.id),
    readBoughtFiles(order, deps),
  ]);
  const { state } = receiptOf(order, entries);
  if (!isProvable(state)) throw new Problem("conflict", { messageKey: `proof_${state}` });
  const { cluster } = deps.settings;
  const subject = purchaseSubject(order, { entries, files, cluster });
  if (subject === null) throw new Problem("conflict", { messageKey: "proof_granted" });
  const text = await deps.statements.sign({ kind: "purchase", subject });
  if (text === null) throw new Problem("conflict", { messageKey: "proof_unsigned" });
  return text;
}
