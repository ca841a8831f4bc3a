import { paths } from "../../../app/lib/paths";
import { openDb } from "../../../db/client";
import { refundsIn } from "../../../db/orders/refunds";
import { localDatabase } from "../../../dev/run/local-database";
import { type AppUnderTest, fundedWallet, PRICE_LAMPORTS, sql } from "../app-under-test";
import { linkWallet, type Person, person } from "../factories/person";
import { product } from "../factories/product";
import {
  openOrder,
  payOrder,
  reportSignature,
  sendTransfers,
  waitForShort,
  waitForStatus,
} from "../order-api";
import { newAddress, newSignature } from "../random-keys";
import { signUp } from "../sign-in";
import { openUpload, putPart } from "../upload";

/** The people and products that the pages of the accessibility table show. */
export interface World {
  seller: Person;
  buyer: Person;
  /** Has a sale and a payment below the price; `buyer` owns it. */
  sold: string;
  /** `buyer` has an open order for it. */
  ordered: string;
  /** Nobody has bought it. */
  fresh: string;
  soldOut: string;
  disabled: string;
  /** A draft whose file has arrived. */
  draft: string;
  /** The open order of `ordered`. */
  openOrderId: string;
  /** The order by which `buyer` owns `sold`. */
  saleOrderId: string;
  /** Of `buyer` and `seller`, with a message that the seller has not read. */
  threadId: string;
}

/** Long, without a place to break, with the signs that French sets apart. */
const LONG_TITLE = `Été « long » : ${"W".repeat(60)} !`;

export async function createWorld(app: AppUnderTest): Promise<World> {
  const seller = await personWithPassword(app);
  const buyer = await person(app);
  await linkWallet(app, seller, newAddress());
  const sold = await product(app, { seller, title: LONG_TITLE, saleLimit: 9 });
  const ordered = await product(app, { seller, title: "Ordered" });
  const fresh = await product(app, { seller, title: "Fresh" });
  const soldOut = await product(app, { seller, title: "Sold out", saleLimit: 1, sold: 1 });
  const disabled = await product(app, { seller, title: "Disabled", status: "disabled" });
  const { transactionId: openOrderId } = await openOrder(app, buyer, ordered.id);
  const contested = await product(app, { seller, title: "Contested", saleLimit: 1 });
  const [saleOrderId] = await Promise.all([
    buy(app, buyer, sold.id),
    payTooLittle(app, sold.id),
    payTooLate(app, contested.id),
  ]);
  const returned = await product(app, { seller, title: "Returned" });
  await refund(app, await buy(app, buyer, returned.id));
  const threadId = await writeToSeller(app, buyer, saleOrderId);
  return {
    seller,
    buyer,
    sold: sold.id,
    ordered: ordered.id,
    fresh: fresh.id,
    soldOut: soldOut.id,
    disabled: disabled.id,
    draft: await newDraft(app, seller),
    openOrderId,
    saleOrderId,
    threadId,
  };
}

async function newDraft(app: AppUnderTest, { headers }: Person): Promise<string> {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(app.url + path, { ...init, headers: { ...headers, ...init.headers } });
  const seller = { wallet: newAddress(), call };
  const { key, productId } = await openUpload(seller, 9, { title: LONG_TITLE });
  await putPart(seller, key, 1, "the goods");
  return productId;
}

async function personWithPassword(app: AppUnderTest): Promise<Person> {
  const cookie = await signUp({ origin: app.url, fetch });
  const [session] = await sql<{ uid: string }>(app, "SELECT uid FROM sessions");
  return { uid: session?.uid ?? "", headers: { Cookie: `${cookie}; locale=en`, Origin: app.url } };
}

async function buy(app: AppUnderTest, buyer: Person, productId: string): Promise<string> {
  const { transactionId } = await openOrder(app, buyer, productId);
  await payOrder(app, transactionId, fundedWallet(app));
  await waitForStatus(app, buyer, transactionId, "paid");
  return transactionId;
}

/** Records a refund of the whole price, as if it were seen on the chain. */
async function refund(app: AppUnderTest, orderId: string): Promise<void> {
  const db = openDb(localDatabase(app.worker));
  const [order] = await sql<{ payer: string }>(
    app,
    "SELECT payer_wallet AS payer FROM orders WHERE id = ?",
    orderId,
  );
  const [reference, at] = [newAddress(), Date.now()];
  const sent = { payer: order?.payer ?? "", lamports: BigInt(PRICE_LAMPORTS), closes: true };
  const built = { transaction: "", encryptedSecret: "", builtAt: at, lastValidBlockHeight: 1 };
  await refundsIn(db).open({ reference, orderId, ...sent, ...built }, at);
  await refundsIn(db).complete(reference, { signature: newSignature(), slot: 1 }, at);
}

async function writeToSeller(app: AppUnderTest, buyer: Person, orderId: string): Promise<string> {
  const answer = await fetch(app.url + paths.api.messages(orderId), {
    method: "POST",
    headers: { ...buyer.headers, "Content-Type": "application/json" },
    body: JSON.stringify({ text: `${LONG_TITLE}\nTwo lines.` }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  const [thread] = await sql<{ id: string }>(app, "SELECT id FROM threads");
  return thread?.id ?? "";
}

async function payTooLittle(app: AppUnderTest, productId: string): Promise<void> {
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const order = await openOrder(app, buyer, productId, payer);
  const signature = await sendTransfers(app, payer, [
    { to: order.recipient, lamports: PRICE_LAMPORTS - 1, references: [order.reference] },
  ]);
  await reportSignature(app, buyer, order.transactionId, signature);
  await waitForShort(app, order.transactionId, PRICE_LAMPORTS - 1);
}

/** Two people have an open order for the last unit: one buys it, then the other pays by hand. */
async function payTooLate(app: AppUnderTest, productId: string): Promise<void> {
  const [first, late, payer] = [await person(app), await person(app), fundedWallet(app)];
  const order = await openOrder(app, late, productId, payer);
  await buy(app, first, productId);
  const signature = await sendTransfers(app, payer, [
    { to: order.recipient, lamports: PRICE_LAMPORTS, references: [order.reference] },
  ]);
  await reportSignature(app, late, order.transactionId, signature);
  await waitForStatus(app, late, order.transactionId, "review");
}
