import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import type { Orders } from "../../../app/orders/ports";
import type { Payment } from "../../../app/orders/rules/payment";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { localDatabase } from "../../../dev/run/local-database";
import { insertOrder, paymentOf } from "../factories/order";
import { newAddress } from "../random-keys";
import { changeRow } from "../rows";
import type { AppWithAccounts, TestAccount } from "./accounts";

const PRICE_SPLIT = {
  priceLamports: 250_000_000n,
  feeLamports: 2_500_000n,
};

/** A product on sale. */
export interface Listing {
  seller: TestAccount;
  productId: string;
}

export async function listProduct(target: AppWithAccounts, seller?: TestAccount): Promise<Listing> {
  const someone = seller ?? (await target.newAccount());
  return { seller: someone, productId: await target.newProduct(someone) };
}

/** Inserts an order and returns its id. */
type InsertOrder = (target: AppWithAccounts, on: Listing, who: TestAccount) => Promise<string>;

/** Open, of `buyer`. */
export const insertOpenOrder: InsertOrder = async (target, on, buyer) => {
  const order = await insertOrder(localDatabase(target.worker), {
    productId: on.productId,
    ownerUid: on.seller.uid,
    buyerUid: buyer.uid,
    recipient: on.seller.wallet,
    platform: newAddress(),
    ...PRICE_SPLIT,
  });
  return order.id;
};

/** Opened by a browser without an account; paid by its own payment. */
export async function insertGuestsOrder(
  target: AppWithAccounts,
  { secret, wallet, isPaid }: { secret: string; wallet: string; isPaid: boolean },
): Promise<string> {
  const on = await listProduct(target);
  const { id } = await insertOrder(localDatabase(target.worker), {
    productId: on.productId,
    ownerUid: on.seller.uid,
    buyerUid: null,
    guest: { secretHash: await hashToken(secret), wallet, signature: null },
    recipient: on.seller.wallet,
    platform: newAddress(),
    ...PRICE_SPLIT,
  });
  if (!isPaid) return id;
  const payment = paidBy(wallet);
  await ordersOf(target).settle(id, payment, Date.now(), Date.now());
  const changes = { guest_signature: payment.signature };
  await changeRow(localDatabase(target.worker), "orders", { id }, changes);
  return id;
}

/** Settled. */
export const insertSettledOrder: InsertOrder = async (target, on, buyer) => {
  const id = await insertOpenOrder(target, on, buyer);
  await ordersOf(target).settle(id, paidBy(buyer.wallet), Date.now(), Date.now());
  return id;
};

/** Under review. */
export const insertOrderInReview: InsertOrder = async (target, on, buyer) => {
  const id = await insertOpenOrder(target, on, buyer);
  await ordersOf(target).review(id, "no_stock", paidBy(buyer.wallet), Date.now());
  return id;
};

/** Paid by `payer` instead of its buyer. */
export const insertMisdirectedOrder: InsertOrder = async (target, on, payer) => {
  const id = await insertOpenOrder(target, on, await target.newAccount());
  await ordersOf(target).misdirected(id, paidBy(payer.wallet), Date.now());
  return id;
};

function ordersOf({ worker }: AppWithAccounts): Orders {
  return ordersIn(openDb(localDatabase(worker)));
}

function paidBy(payer: string): Payment {
  return paymentOf(PRICE_SPLIT, { payer, surplus: 0n });
}
