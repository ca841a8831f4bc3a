import type { Keypair } from "@solana/web3.js";
import { type AppUnderTest, fundedWallet } from "./app-under-test";
import { type Person, person } from "./factories/person";
import { openOrder, sendSigned, signFirst } from "./order-api";

/** An open order with the wallet that is to pay it. */
export interface Checkout {
  buyer: Person;
  payer: Keypair;
  id: string;
}

/** An order of a new buyer. */
export async function openCheckout(
  app: AppUnderTest,
  productId: string,
  payer = fundedWallet(app),
): Promise<Checkout> {
  const buyer = await person(app);
  const { transactionId: id } = await openOrder(app, buyer, productId);
  return { buyer, payer, id };
}

/** The transaction of the order, signed by its wallet (base64). */
export const signCheckout = (app: AppUnderTest, { buyer, payer, id }: Checkout) =>
  signFirst(app, buyer, id, payer);

export const sendCheckout = (app: AppUnderTest, { buyer, id }: Checkout, transaction: string) =>
  sendSigned(app, buyer, id, transaction);
