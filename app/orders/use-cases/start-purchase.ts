import type { Users } from "../../../db/accounts/users";
import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import { currentPlan, type PlanDeps } from "../../accounts/use-cases/read-plan";
import { cleanLine } from "../../lib/clean-text";
import type { Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../../products/ports";
import { splitPrice } from "../../products/rules/fees";
import { effectivePlan } from "../../products/rules/plans";
import type { Product } from "../../products/rules/product";
import { availabilityOf } from "../../products/rules/sale-type";
import { isDeliverable } from "../../products/use-cases/is-deliverable";
import { ORDER_LIFETIME_MS } from "../../solana/payment-constants";
import { isPublicKey } from "../../solana/public-key";
import type { Orders, ReferenceKeys } from "../ports";
import { isScarce, type Order, UNPAID } from "../rules/order";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../rules/poll-schedule";

interface Input {
  productId: string;
  /** Null without a session: throws `signed_out` with a text of its own. */
  buyerUid: string | null;
  /** The wallet that must pay, or null when any wallet may. */
  buyerWallet: string | null;
  /** Texts in the buyer's language: the label of a product without a title, and the message. */
  copy: { genericLabel: string; purchaseOf(what: string): string };
}

interface Deps extends PlanDeps {
  settings: Pick<Settings, "platformWallet">;
  ids: Pick<Ids, "uuid">;
  products: Pick<Products, "byId">;
  users: PlanDeps["users"] & Pick<Users, "byUid">;
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head">;
  orders: Pick<Orders, "openOf" | "countOpen" | "insert" | "expire">;
  purchases: Pick<Purchases, "find">;
  referenceKeys: Pick<ReferenceKeys, "generate">;
}

export type StartedPurchase =
  | { kind: "owned"; productId: string }
  /** `created` is false for the order that the buyer had open already. */
  | { kind: "order"; order: Order; created: boolean };

/** Open orders of one account: far above real use, and a limit for scripts that fill the table. */
const MAX_OPEN_ORDERS = 200;
const OPEN_ORDERS_RETRY_SECONDS = 600;
/** A hold ends when its transaction lands or expires, after at most a few minutes. */
const HELD_RETRY_SECONDS = 30;

/**
 * Creates an order with the current terms, or returns the buyer's open order or purchase.
 * Throws `signed_out`, `invalid_input`, `not_found`, `inactive`, `invalid_price`, `own_product`,
 * `sold_out`, `held`, `slow_down`.
 */
export async function startPurchase(input: Input, deps: Deps): Promise<StartedPurchase> {
  const { productId, buyerUid, buyerWallet } = input;
  if (!buyerUid) throw new Problem("signed_out", { messageKey: "buyer_missing" });
  if (buyerWallet !== null && !isPublicKey(buyerWallet)) {
    throw new Problem("invalid_input", { field: "buyerWallet" });
  }
  const product = await deps.products.byId(productId);
  if (!product || product.status === "draft") {
    throw new Problem("not_found", { messageKey: "product_missing_or_disabled" });
  }
  if (await deps.purchases.find(buyerUid, productId)) return { kind: "owned", productId };
  if (product.ownerUid === buyerUid) throw new Problem("own_product");
  if (product.status !== "active") throw new Problem("inactive");
  if (product.priceLamports <= 0n) throw new Problem("invalid_price");
  if (buyerWallet === product.recipient) {
    throw new Problem("own_product", { messageKey: "payer_is_recipient" });
  }

  const open = await openOrder(buyerUid, productId, deps);
  if (open) return { kind: "order", order: open, created: false };
  assertInStock(product);
  if (!(await isDeliverable(product, deps))) {
    throw new Problem("inactive", { messageKey: "file_missing" });
  }
  if ((await deps.orders.countOpen(buyerUid)) >= MAX_OPEN_ORDERS) {
    throw new Problem("slow_down", { retryAfterSeconds: OPEN_ORDERS_RETRY_SECONDS });
  }

  const order = await newOrder(product, { ...input, buyerUid }, deps);
  if (await deps.orders.insert(order, order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS)) {
    return { kind: "order", order, created: true };
  }
  const other = await deps.orders.openOf(buyerUid, productId);
  // The conflicting order was paid or closed in the meantime.
  if (!other) throw new Problem("unavailable", { retryAfterSeconds: 1 });
  return { kind: "order", order: other, created: false };
}

/** The buyer's open order. One that is due to expire and holds no stock is expired instead. */
async function openOrder(uid: string, productId: string, deps: Deps): Promise<Order | null> {
  const open = await deps.orders.openOf(uid, productId);
  const now = deps.clock.now();
  if (!open || now < open.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS || open.hold === "held")
    return open;
  await deps.orders.expire(open.id, now);
  return null;
}

function assertInStock(product: Product): void {
  const availability = availabilityOf(product);
  if (availability === "sold_out") throw new Problem("sold_out");
  if (availability === "held") throw new Problem("held", { retryAfterSeconds: HELD_RETRY_SECONDS });
}

async function newOrder(
  product: Product,
  { buyerUid, buyerWallet, copy }: Input,
  deps: Deps,
): Promise<Order> {
  const seller = await deps.users.byUid(product.ownerUid);
  const { feeBps } = effectivePlan(seller ? await currentPlan(seller, deps) : "free");
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
    priceLamports: product.priceLamports,
    ...splitPrice(product.priceLamports, feeBps),
    feeBps,
    recipient: product.recipient,
    platform: deps.settings.platformWallet,
    reference: reference.address,
    referenceSecret: isScarce(product) ? reference.encryptedSecret : null,
    label: title || copy.genericLabel,
    message: copy.purchaseOf(title || product.productFileName),
    saleType: product.saleType,
    createdAt: now,
    expiresAt: now + ORDER_LIFETIME_MS,
    ...UNPAID,
  };
}
