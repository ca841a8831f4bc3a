import type { OrderRequest } from "../../../../app/checkout/rules/order-request";
import { readTerms } from "../../../../app/orders/rules/terms";
import type { OpenedOrder, ProductOnSale } from "../../model/story";
import type { SimulatedWallet, World } from "../../world";
import { askedOf } from "../asked";
import {
  addressOf,
  ask,
  COPY,
  type PersonContext,
  pickWallet,
  sendFromWallet,
  tellBuilt,
} from "../checkout";
import { askedIn, tellOpened } from "../opening";
import { decodeBase64Transaction, signedBytes } from "../signing";

/** Asks for the product's Action with a wallet's address. Null where it is refused. */
export async function askAction(
  context: PersonContext,
  offered: ProductOnSale,
  account: string,
  asked: OrderRequest = askedOf(context, offered),
): Promise<{ order: string; transaction: string } | null> {
  const { world, person } = context;
  const { product } = offered;
  const address = addressOf(world, person);
  const answer = await ask(context, `asks for the Action of ${product}`, ({ checkout }) =>
    checkout.buyWithWallet({ productId: product, account, address, asked, copy: COPY }),
  );
  if (!answer.ok) return null;
  const { transaction } = answer.value;
  const opened = readOpened(world, transaction, account);
  if (!opened) return null;
  tellOpened(world, opened);
  tellBuilt(world, opened.order, { transaction, send: "wallet" });
  return { order: opened.order, transaction };
}

interface OpenedRow {
  id: string;
  product_id: string;
  price: number;
  fee: number;
  /** JSON. */
  terms: string;
}

/** The order behind a transaction, whose id an Action does not tell. Null where it is gone again. */
function readOpened(world: World, text: string, account: string): OpenedOrder | null {
  const { transfers, reference } = readPayment(text, world.platformWallet);
  const [row] = world.database.read<OpenedRow>(
    `SELECT id, product_id, price_lamports AS price, fee_lamports AS fee, terms
    FROM orders WHERE reference = ?`,
    reference,
  );
  if (!row) return null;
  const [sellers] = transfers.slice(-1);
  if (!sellers) return null;
  return {
    order: row.id,
    product: row.product_id,
    buyerUid: null,
    secret: null,
    wallet: account,
    reference,
    totalLamports: BigInt(row.price),
    sellerWallet: sellers.to,
    feeLamports: BigInt(row.fee),
    // Of the terms: an author who buys is not asked for the own share.
    ...askedIn(readTerms(row.terms)),
  };
}

const TRANSFER_TAG = 2;

/** The transfers that a wallet is shown, in order, and the key that they name. */
function readPayment(text: string, platform: string) {
  const { message } = decodeBase64Transaction(text);
  const keys = message.staticAccountKeys.map((key) => key.toBase58());
  const transfers = message.compiledInstructions.flatMap(({ accountKeyIndexes, data }) => {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (data.length !== 12 || view.getUint32(0, true) !== TRANSFER_TAG) return [];
    const [, to = "", ...named] = accountKeyIndexes.map((at) => keys[at] ?? "");
    return [{ to, lamports: view.getBigUint64(4, true), named }];
  });
  const named = transfers.flatMap((transfer) => transfer.named);
  return { transfers, reference: named.find((key) => key !== platform) ?? "" };
}

/** Buys with a wallet alone: asks, signs and sends. */
export async function buyByAction(
  context: PersonContext,
  product: ProductOnSale,
  wallet: SimulatedWallet = pickWallet(context),
): Promise<void> {
  const { world, random, person } = context;
  const asked = await askAction(context, product, wallet.address);
  if (!asked) return;
  await world.scheduler.sleep(random.between(500, 8_000));
  const bytes = signedBytes(decodeBase64Transaction(asked.transaction), person.wallets);
  await sendFromWallet(context, asked.order, bytes, { reports: false });
}
