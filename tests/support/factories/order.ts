import type { Keypair } from "@solana/web3.js";
import { lamportsTo, totalOf } from "../../../app/orders/rules/legs";
import { type Order, UNPAID } from "../../../app/orders/rules/order";
import type { Payment } from "../../../app/orders/rules/payment";
import { termsOfColumns } from "../../../app/orders/rules/terms";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { localDatabase } from "../../../dev/run/local-database";
import { type AppUnderTest, fundedWallet } from "../app-under-test";
import { type OpenedOrder, openOrder } from "../order-api";
import { newAddress, newSignature } from "../random-keys";
import { changeRow } from "../rows";
import { type Person, person } from "./person";
import { type ProductTraits, product, type TestProduct } from "./product";

const DAY_MS = 86_400_000;

export type OrderTraits = Partial<Order> &
  Pick<Order, "productId" | "ownerUid" | "buyerUid"> & {
    /** Of the price; what is left of it is the seller's. */
    feeLamports?: bigint;
  };

/** An open order in memory only. Its price is 1,000 lamports, 10 of them fee. */
export function orderOf({ feeLamports = 10n, ...traits }: OrderTraits): Order {
  const createdAt = traits.createdAt ?? Date.now();
  const columns = {
    id: crypto.randomUUID(),
    buyerWallet: null,
    status: "pending",
    paymentRequested: false,
    priceLamports: 1_000n,
    feeBps: 100,
    recipient: "R",
    platform: "P",
    reference: traits.reference ?? newAddress(),
    referenceSecret: null,
    label: "T",
    message: "Purchase of T",
    saleType: "infinite",
    createdAt,
    expiresAt: createdAt + DAY_MS,
    guest: null,
    waiver: null,
    ...UNPAID,
    ...traits,
  } satisfies Omit<Order, "terms">;
  return {
    ...columns,
    terms: traits.terms ?? termsOfColumns({ ...columns, feeLamports }),
  };
}

/** Inserts an order into D1, without a chain. Runs in Node and inside workerd. */
export async function insertOrder(db: D1Database, traits: OrderTraits): Promise<Order> {
  const opened = orderOf(traits);
  if (await ordersIn(openDb(db)).insert(opened, opened.createdAt)) return opened;
  throw new Error(
    "order not inserted: its product is missing, or its buyer has an open order for it",
  );
}

type Amounts = Pick<Order, "terms"> | Required<Pick<OrderTraits, "priceLamports" | "feeLamports">>;

/** A payment of the order: its price and, by default, 3 lamports of surplus. */
export function paymentOf(order: Amounts, traits: Partial<Payment> = {}): Payment {
  const surplus = traits.surplus ?? 3n;
  const isOrder = "terms" in order;
  const total = isOrder ? totalOf(order.terms) : order.priceLamports;
  const feePaid = isOrder ? lamportsTo(order.terms, "platform") : order.feeLamports;
  return {
    signature: newSignature(),
    slot: 5,
    payer: "Payer",
    sellerPaid: total - feePaid + surplus,
    feePaid,
    covered: total + surplus,
    surplus,
    feeOwed: 0n,
    referenceSigned: false,
    ...traits,
  };
}

export interface ReadyToPay extends OpenedOrder {
  item: TestProduct;
  buyer: Person;
  payer: Keypair;
  /** The same as `transactionId`. */
  orderId: string;
}

/** A product, and a buyer with a funded wallet and an open, unpaid order for it. */
export async function readyToPay(
  app: AppUnderTest,
  traits: Omit<ProductTraits, "recipient"> = {},
): Promise<ReadyToPay> {
  const item = await product(app, traits);
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const opened = await openOrder(app, buyer, item.id, payer);
  return { item, buyer, payer, orderId: opened.transactionId, ...opened };
}

/** Writes columns that the app itself would not: of an older version, or lost data. */
export async function changeOrder(
  app: AppUnderTest,
  id: string,
  columns: Record<string, string | number | null>,
): Promise<void> {
  await changeRow(localDatabase(app.worker), "orders", { id }, columns);
}
