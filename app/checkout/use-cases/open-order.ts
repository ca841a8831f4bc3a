import type { ProtectedFiles } from "../../../db/products/protected-files";
import { cleanLine } from "../../lib/clean-text";
import type { Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher, ReferenceKeys } from "../../orders/ports";
import { isScarce, type Order, UNPAID } from "../../orders/rules/order";
import { ORDER_LIFETIME_MS } from "../../orders/rules/order-state";
import { type CurrentTerms, haveTermsChanged } from "../../orders/rules/order-terms";
import { type ClosedReason, inFlightMs, purchaseOption } from "../../orders/rules/purchase-option";
import { endIfUnsignable } from "../../orders/use-cases/end-if-unsignable";
import type { FileStore } from "../../products/ports";
import type { Product } from "../../products/rules/product";
import { isDeliverable } from "../../products/use-cases/is-deliverable";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../../settlement/rules/poll-schedule";
import { changedProblem, closedProblem, readCurrentTerms, type TermsDeps } from "./current-terms";

interface Input {
  product: Product;
  /** Uid of the account that buys; null for a wallet that nothing proves. */
  buyerUid: string | null;
  /** The wallet that must pay; null where any may. */
  buyerWallet: string | null;
  /** Highest price that the buyer agreed to; null where the request does not say. */
  acceptedLamports: bigint | null;
  /** Texts in the buyer's language: the label of a product without a title, and the message. */
  copy: { genericLabel: string; purchaseOf(what: string): string };
  /** Reads the open order of this buyer for this product. */
  readOpen(): Promise<Order | null>;
  /** Throws where the buyer may open no further order. */
  assertMayOpen(): Promise<void>;
}

export type OrderCopy = Input["copy"];

export interface OpenOrderDeps extends TermsDeps {
  ids: Pick<Ids, "uuid">;
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head">;
  orders: Pick<OrderStore, "insert" | "expire">;
  referenceKeys: Pick<ReferenceKeys, "generate" | "canSign">;
  watcher: Pick<OrderWatcher, "changed">;
}

export interface OpenedOrder {
  order: Order;
  /** False for the order that was open already. */
  created: boolean;
  /** Id of the order that this one replaces. */
  replaces: string | null;
}

/**
 * The open order of a buyer while its terms are those of today, else a new one, which replaces it.
 * Throws `inactive`, `invalid_price`, `sold_out`, `held` (also while a transaction on old terms can
 * still land), `changed` where the price is higher than the one that the buyer agreed to.
 */
export async function openOrder(input: Input, deps: OpenOrderDeps): Promise<OpenedOrder> {
  const { product } = input;
  const open = await readUnexpired(input, deps);
  const terms = await readCurrentTerms(product, deps);
  const hasFile = await isDeliverable(product, deps);
  // An order without a buyer is one of a wallet that can't return what it signs.
  const canWait = input.buyerUid !== null;
  const option = purchaseOption({ product, hasFile, order: open, terms, canWait });
  const refusal = (why: ClosedReason) =>
    closedProblem(why, { productId: product.id, canWait }, deps);
  if (option.kind === "closed") throw refusal(option.why);
  if (open && option.kind === "wait") {
    throw option.why === "changed" ? inFlight(open, deps) : refusal(option.why);
  }
  if (open && option.kind === "pay") return { order: open, created: false, replaces: null };

  const agreed = input.acceptedLamports ?? open?.priceLamports ?? terms.priceLamports;
  if (terms.priceLamports > agreed) {
    throw changedProblem(open ?? { priceLamports: agreed }, terms);
  }
  if (!open) await input.assertMayOpen();
  const order = await newOrder(input, terms, deps);
  const firstPollAt = order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
  const replaces = open?.id ?? null;
  if (await deps.orders.insert(order, firstPollAt, { ...(replaces && { replaces }) })) {
    // Pages that show the old order learn that it ended.
    if (replaces) await deps.watcher.changed(replaces);
    return { order, created: true, replaces };
  }
  const other = await input.readOpen();
  // The conflicting order was paid or closed in the meantime, or has other terms.
  if (!other || haveTermsChanged(other, terms)) {
    throw new Problem("unavailable", { retryAfterSeconds: 1 });
  }
  return { order: other, created: false, replaces: null };
}

/**
 * The buyer's open order. One that holds no stock, and is due to expire or can't be signed for, is
 * expired instead.
 */
async function readUnexpired(input: Input, deps: OpenOrderDeps): Promise<Order | null> {
  const open = await input.readOpen();
  if (!open || open.hold === "held") return open;
  const now = deps.clock.now();
  if (now >= open.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS) await deps.orders.expire(open.id, now);
  else if (!(await endIfUnsignable(open, deps))) return open;
  return null;
}

/** A transaction on the old terms can still land: with a second order both could be paid. */
function inFlight({ built }: Order, { clock }: OpenOrderDeps): Problem {
  const seconds = Math.ceil(inFlightMs(built ?? { at: 0 }, clock.now()) / 1_000);
  return new Problem("held", {
    messageKey: "changed_in_flight",
    params: { seconds },
    retryAfterSeconds: seconds,
  });
}

async function newOrder(
  { product, buyerUid, buyerWallet, copy }: Input,
  terms: CurrentTerms,
  deps: OpenOrderDeps,
): Promise<Order> {
  const reference = await deps.referenceKeys.generate();
  const title = cleanLine(product.title);
  const now = deps.clock.now();
  return {
    id: deps.ids.uuid(),
    productId: product.id,
    ownerUid: product.ownerUid,
    buyerUid,
    buyerWallet,
    status: "pending",
    paymentRequested: false,
    ...terms,
    reference: reference.address,
    referenceSecret: isScarce(product) ? reference.encryptedSecret : null,
    label: title || copy.genericLabel,
    message: copy.purchaseOf(title || product.productFileName),
    createdAt: now,
    expiresAt: now + ORDER_LIFETIME_MS,
    ...UNPAID,
  };
}
