import type { Messages } from "../../../db/messages/messages";
import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import { Problem } from "../../lib/problem";
import type { OrderStore } from "../../orders/ports";
import { isUnpaid } from "../../orders/rules/order-state";
import { isDeliverable } from "../../products/use-cases/is-deliverable";
import { type Recipient, sideOf, type Thread } from "../rules/thread";

type FileDeps = Parameters<typeof isDeliverable>[1];

/** Where a person writes: an order of theirs, a product, or a thread that exists. */
export type RecipientAddress =
  | { kind: "order"; orderId: string }
  | { kind: "product"; productId: string }
  | { kind: "thread"; threadId: string };

export interface RecipientDeps extends FileDeps {
  messages: Pick<Messages, "byId" | "ofProduct">;
  orders: Pick<OrderStore, "byId" | "latestOf">;
  purchases: Pick<Purchases, "find">;
  products: Pick<Products, "byId">;
}

/**
 * The other side of an address. Throws `not_found`, also for a thread or an order of others, and for
 * a product that the person has neither ordered nor finds without its file; `conflict` for an order
 * without a buyer, and for one of the person's own product.
 */
export function findRecipient(
  { address, uid }: { address: RecipientAddress; uid: string },
  deps: RecipientDeps,
): Promise<Recipient> {
  if (address.kind === "order") return ofOrder(address.orderId, uid, deps);
  if (address.kind === "product") return ofProduct(address.productId, uid, deps);
  return ofThread(address.threadId, uid, deps);
}

async function ofThread(
  threadId: string,
  uid: string,
  deps: Pick<RecipientDeps, "messages">,
): Promise<Recipient> {
  const thread = await deps.messages.byId(threadId);
  if (!thread) throw new Problem("not_found");
  return toRecipient(thread, uid);
}

async function ofOrder(orderId: string, uid: string, deps: RecipientDeps): Promise<Recipient> {
  const order = await deps.orders.byId(orderId);
  const side = order && sideOf(order, uid);
  if (!order || !side) throw new Problem("not_found");
  const { productId, ownerUid, buyerUid, label, status } = order;
  if (buyerUid === null) throw new Problem("conflict", { messageKey: "order_without_buyer" });
  if (buyerUid === ownerUid) throw new Problem("conflict", { messageKey: "message_to_self" });
  const thread = await deps.messages.ofProduct(buyerUid, productId);
  if (thread) return toRecipient(thread, uid);
  const product = await deps.products.byId(productId);
  const title = product?.title || label;
  const unpaid = side === "buyer" && isUnpaid(status);
  return { productId, ownerUid, buyerUid, title, side, threadId: null, unpaid };
}

async function ofProduct(productId: string, uid: string, deps: RecipientDeps): Promise<Recipient> {
  const thread = await deps.messages.ofProduct(uid, productId);
  if (thread) return toRecipient(thread, uid);
  const [product, purchase, order] = await Promise.all([
    deps.products.byId(productId),
    deps.purchases.find(uid, productId),
    deps.orders.latestOf(uid, productId),
  ]);
  if (product?.ownerUid === uid) throw new Problem("conflict", { messageKey: "message_to_self" });
  const isStopped = product?.status === "active" && !(await isDeliverable(product, deps));
  // A product can be removed; its orders stay.
  const ownerUid = product?.ownerUid ?? order?.ownerUid;
  if (!ownerUid || !(order || isStopped)) throw new Problem("not_found");
  const title = product?.title || (order?.label ?? "");
  const unpaid = !purchase && (!order || isUnpaid(order.status));
  return { productId, ownerUid, buyerUid: uid, title, side: "buyer", threadId: null, unpaid };
}

function toRecipient({ id, ...thread }: Thread, uid: string): Recipient {
  const side = sideOf(thread, uid);
  if (!side) throw new Problem("not_found");
  const { productId, ownerUid, buyerUid, title } = thread;
  return { productId, ownerUid, buyerUid, title, side, threadId: id, unpaid: false };
}
