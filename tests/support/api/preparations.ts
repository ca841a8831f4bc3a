import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  VersionedTransaction,
} from "@solana/web3.js";
import nacl from "tweetnacl";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { localDatabase } from "../../../dev/run/local-database";
import {
  type AppUnderTest,
  FEE_LAMPORTS,
  fundedWallet,
  PRICE_LAMPORTS,
  rpcConnection,
  sql,
} from "../app-under-test";
import { linkWallet, type Person, person } from "../factories/person";
import { product } from "../factories/product";
import { buyAsGuest, readAsGuest } from "../guest-api";
import { giveLicences } from "../licences";
import {
  openOrder,
  payOrder,
  reportSignature,
  sendTransfers,
  waitForShort,
  waitForStatus,
} from "../order-api";
import { advanceToFinality } from "../review-api";
import { newChallenge, newEmail, PASSWORD, signChallenge, signUp } from "../sign-in";
import { complete, openUpload, putPart } from "../upload";
import type { Variables } from "./patterns";

/** What has to exist before the examples of an endpoint run, by its name. */
export type Preparations = Record<string, () => Promise<void>>;

/** A seller, a buyer, their wallets and a product, under the names that the examples use. */
export async function prepare(app: AppUnderTest, platform: string, known: Variables) {
  const item = await product(app, { seller: await person(app) });
  const [buyerKeys, otherKeys] = [fundedWallet(app), fundedWallet(app)];
  const [guestKeys, demoKeys] = [fundedWallet(app), Keypair.generate()];
  const newWallet = nacl.sign.keyPair();
  const site = { origin: app.url, fetch: (url: string, init?: RequestInit) => fetch(url, init) };
  const buyerCookie = await signUp(site, newEmail());
  const store = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) known.set(name, value);
  };
  store({
    origin: app.url,
    host: new URL(app.url).host,
    seller: tokenOf(item.seller),
    buyer: buyerCookie.replace("session=", ""),
    password: PASSWORD,
    productId: item.id,
    sellerWallet: item.recipient.publicKey.toBase58(),
    buyerWallet: buyerKeys.publicKey.toBase58(),
    guestWallet: guestKeys.publicKey.toBase58(),
    otherWallet: otherKeys.publicKey.toBase58(),
    demoWallet: demoKeys.publicKey.toBase58(),
  });

  const { uid, headers: sellerHeaders } = item.seller;
  const seller = {
    uid,
    wallet: known.get("sellerWallet") ?? "",
    cookie: sellerHeaders.Cookie ?? "",
    call: (path: string, init: RequestInit = {}) =>
      fetch(app.url + path, { ...init, headers: { ...sellerHeaders, ...init.headers } }),
  };

  /** Signs the transaction stored under that name. */
  const sign = (name: string, keys: Keypair) => {
    const bytes = Buffer.from(known.get(name) ?? "", "base64");
    const transaction = VersionedTransaction.deserialize(bytes);
    transaction.sign([keys]);
    return Buffer.from(transaction.serialize()).toString("base64");
  };
  const noteSignedChallenge = async (purpose: string) => {
    const cookie = purpose === "sign-in" ? "locale=en" : buyerCookie;
    const proof = signChallenge(newWallet, await newChallenge(site, purpose, cookie));
    store({
      walletAddress: proof.address,
      signedMessage: proof.message,
      messageSignature: proof.signature,
    });
  };
  const context = { app, platform, productId: item.id };

  const preparations: Preparations = {
    "POST /api/transactions/:id/send": async () =>
      store({ signedTransaction: sign("transaction", buyerKeys) }),
    "POST /api/checkout/:id/send": async () =>
      store({ signedByGuest: sign("guestTransaction", guestKeys) }),
    "GET /api/checkout/:id/proof": () => advanceToFinality(app),
    "GET /purchases/:orderId/proof": () => advanceToFinality(app),
    "POST /api/orders/:id/accept": async () => store({ shortOrder: await shortOrder(context) }),
    "POST /api/orders/:id/dismiss": async () =>
      store({ rolledBackOrder: await rolledBackOrder(context) }),
    "POST /api/orders/:id/claim": async () => {
      const { orderId, payer } = await misdirectedOrder(context);
      store({ misdirectedOrder: orderId, payer: tokenOf(payer) });
    },
    "POST /api/orders/:id/refund": async () => {
      await advanceToFinality(app);
      store({ soldOrder: known.get("transactionId") ?? "" });
    },
    "POST /api/orders/:id/refund/send": async () =>
      store({ signedRefund: sign("refund", item.recipient) }),
    "POST /api/orders/:id/share": async () => store({ sharedOrder: await sharedOrder(context) }),
    "POST /api/orders/:id/share/send": async () =>
      store({ signedShares: sign("shares", item.recipient) }),
    "GET /api/events": async () => {
      const newest = "SELECT max(id) AS id FROM events WHERE owner_uid = ?";
      const [event] = await sql<{ id: number }>(app, newest, item.seller.uid);
      store({ lastEvent: String((event?.id ?? 0) - 1) });
    },
    "POST /api/drafts/:pid/publish": async () => {
      const path = `/api/products/${known.get("typedDraftId")}/release`;
      const body = JSON.stringify({ files: [{ name: "rain.wav", sizeBytes: 9 }] });
      const headers = { "Content-Type": "application/json" };
      const answer = await seller.call(path, { method: "PUT", headers, body });
      const { uploads } = (await answer.json()) as { uploads: { key: string }[] };
      for (const { key } of uploads) {
        await putPart(seller, key, 1, "the goods");
        await complete(seller, key);
      }
    },
    "DELETE /api/uploads/:key": async () => {
      store({ abandonedKey: (await openUpload(seller, 9)).key });
    },
    "POST /v1/licences/verify": async () => {
      const licensed = await product(app);
      await giveLicences(app, licensed);
      const order = await buyAsGuest(app, licensed.id, fundedWallet(app));
      const licenceKey = String((await readAsGuest(app, order)).licenceKey);
      store({ licensedProduct: licensed.id, licensedOrder: order.transactionId, licenceKey });
    },
    "POST /api/wallet/sign-in": () => noteSignedChallenge("sign-in"),
    "POST /api/wallet/link": () => noteSignedChallenge("link"),
    "POST /api/wallet/merge": () => noteSignedChallenge("merge"),
    // Confirms the airdrop.
    "POST /api/demo/balance": async () => app.chain.advanceSlots(2),
    "POST /api/demo/send": async () => store({ signedTransfer: await transfer(app, demoKeys) }),
  };
  return preparations;
}

interface OrderContext {
  app: AppUnderTest;
  platform: string;
  productId: string;
}

async function shortOrder({ app, productId }: OrderContext): Promise<string> {
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const opened = await openOrder(app, buyer, productId, payer);
  const { transactionId, recipient, reference } = opened;
  const leg = { to: recipient, lamports: PRICE_LAMPORTS - 1, references: [reference] };
  await reportSignature(app, buyer, transactionId, await sendTransfers(app, payer, [leg]));
  await waitForShort(app, transactionId, leg.lamports);
  // A payment that is not final is not accepted.
  app.chain.advanceSlots(40);
  return transactionId;
}

/** A settled order that was rolled back. */
async function rolledBackOrder({ app, productId }: OrderContext): Promise<string> {
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId } = await openOrder(app, buyer, productId, payer);
  const signature = await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  const db = openDb(localDatabase(app.worker));
  await ordersIn(db).rollBack(transactionId, signature, Date.now());
  return transactionId;
}

/** A final sale of which the seller owes another wallet a share. */
async function sharedOrder({ app, productId }: OrderContext): Promise<string> {
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId } = await openOrder(app, buyer, productId, payer);
  const signature = await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  app.chain.advanceSlots(40);
  const author = fundedWallet(app).publicKey.toBase58();
  const entry = `INSERT INTO share_entries (order_id, wallet, kind, signature, occurrence, role, asset,
    lamports, at) VALUES (?, ?, 'share_owed', ?, 0, 'author', 'SOL', 1000000, 1)`;
  await sql(app, entry, transactionId, author, signature);
  return transactionId;
}

/** An order bound to one wallet and paid in full by another, and the account of the payer. */
async function misdirectedOrder({ app, platform, productId }: OrderContext) {
  const [buyer, payer, keys] = [await person(app), await person(app), fundedWallet(app)];
  const address = keys.publicKey.toBase58();
  await linkWallet(app, payer, address);
  const opened = await openOrder(app, buyer, productId, fundedWallet(app));
  const { transactionId: orderId, recipient, reference } = opened;
  const signature = await sendTransfers(app, keys, [
    { to: recipient, lamports: PRICE_LAMPORTS - FEE_LAMPORTS, references: [reference] },
    { to: platform, lamports: FEE_LAMPORTS, references: [reference] },
  ]);
  await reportSignature(app, buyer, orderId, signature);
  await waitForStatus(app, buyer, orderId, "paid_by_other");
  return { orderId, payer };
}

async function transfer(app: AppUnderTest, keys: Keypair): Promise<string> {
  const { blockhash } = await rpcConnection(app).getLatestBlockhash();
  const transaction = new Transaction({ feePayer: keys.publicKey, recentBlockhash: blockhash });
  const toPubkey = new PublicKey(Keypair.generate().publicKey);
  transaction.add(
    SystemProgram.transfer({ fromPubkey: keys.publicKey, toPubkey, lamports: PRICE_LAMPORTS }),
  );
  transaction.sign(keys);
  return transaction.serialize().toString("base64");
}

function tokenOf({ headers }: Person): string {
  return /session=([\w-]+)/.exec(headers.Cookie ?? "")?.[1] ?? "";
}
