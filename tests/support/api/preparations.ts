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
import { connect, type Market, PRICE, wallet } from "../app-under-test";
import { linkWallet, type Person, person } from "../factories/person";
import { product } from "../factories/product";
import { hint, order, pay, transferByHand, until } from "../order-api";
import { finalize } from "../review-api";
import { newChallenge, newEmail, PASSWORD, signed, signUp } from "../sign-in";
import { openUpload } from "../upload";
import type { Known } from "./patterns";

const FEE = PRICE / 100;

/** What has to be there before the examples of an endpoint are asked, by its name. */
export type Preparations = Record<string, () => Promise<void>>;

/** A seller, a buyer, their wallets and a product, under the names that the examples use. */
export async function prepare(market: Market, platform: string, known: Known) {
  const item = await product(market, { seller: await person(market) });
  const [buyerKeys, otherKeys, demoKeys] = [wallet(market), wallet(market), Keypair.generate()];
  const newWallet = nacl.sign.keyPair();
  const site = { origin: market.url, fetch: (url: string, init?: RequestInit) => fetch(url, init) };
  const buyerCookie = await signUp(site, newEmail());
  const note = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) known.set(name, value);
  };
  note({
    origin: market.url,
    host: new URL(market.url).host,
    seller: tokenOf(item.seller),
    buyer: buyerCookie.replace("session=", ""),
    password: PASSWORD,
    productId: item.id,
    sellerWallet: item.recipient.publicKey.toBase58(),
    buyerWallet: buyerKeys.publicKey.toBase58(),
    otherWallet: otherKeys.publicKey.toBase58(),
    demoWallet: demoKeys.publicKey.toBase58(),
  });

  /** A transaction that an answer named, signed. */
  const sign = (name: string, keys: Keypair) => {
    const bytes = Buffer.from(known.get(name) ?? "", "base64");
    const transaction = VersionedTransaction.deserialize(bytes);
    transaction.sign([keys]);
    return Buffer.from(transaction.serialize()).toString("base64");
  };
  const signChallenge = async (purpose: string) => {
    const cookie = purpose === "sign-in" ? "locale=en" : buyerCookie;
    const proof = signed(newWallet, await newChallenge(site, purpose, cookie));
    note({
      walletAddress: proof.address,
      signedMessage: proof.message,
      messageSignature: proof.signature,
    });
  };
  const odd = { market, platform, productId: item.id };

  const preparations: Preparations = {
    "POST /api/transactions/:id/send": async () =>
      note({ signedTransaction: sign("transaction", buyerKeys) }),
    "POST /api/orders/:id/accept": async () => note({ shortOrder: await shortOrder(odd) }),
    "POST /api/orders/:id/dismiss": async () => note({ vanishedOrder: await vanishedOrder(odd) }),
    "POST /api/orders/:id/claim": async () => {
      const { orderId, payer } = await misdirectedOrder(odd);
      note({ misdirectedOrder: orderId, payer: tokenOf(payer) });
    },
    "POST /api/orders/:id/refund": async () => {
      await finalize(market);
      note({ soldOrder: known.get("transactionId") ?? "" });
    },
    "POST /api/orders/:id/refund/send": async () =>
      note({ signedRefund: sign("refund", item.recipient) }),
    "DELETE /api/uploads/:key": async () => {
      const { uid, headers } = item.seller;
      const call = (path: string, init: RequestInit = {}) =>
        fetch(market.url + path, { ...init, headers: { ...headers, ...init.headers } });
      const recipient = known.get("sellerWallet") ?? "";
      const seller = { uid, wallet: recipient, cookie: headers.Cookie ?? "", call };
      note({ abandonedKey: (await openUpload(seller, 9)).key });
    },
    "POST /api/wallet/sign-in": () => signChallenge("sign-in"),
    "POST /api/wallet/link": () => signChallenge("link"),
    "POST /api/wallet/merge": () => signChallenge("merge"),
    // The airdrop is confirmed from now on.
    "POST /api/demo/balance": async () => market.chain.advanceSlots(2),
    "POST /api/demo/send": async () => note({ signedTransfer: await transfer(market, demoKeys) }),
  };
  return preparations;
}

interface Odd {
  market: Market;
  platform: string;
  productId: string;
}

async function shortOrder({ market, productId }: Odd): Promise<string> {
  const [buyer, payer] = [await person(market), wallet(market)];
  const opened = await order(market, buyer, productId, payer);
  const { transactionId, recipient, reference } = opened;
  const leg = { to: recipient, lamports: PRICE - 1, references: [reference] };
  await hint(market, buyer, transactionId, await transferByHand(market, payer, [leg]));
  await until(market, buyer, transactionId, "review");
  return transactionId;
}

/** A sale whose transaction counts as dropped. */
async function vanishedOrder({ market, productId }: Odd): Promise<string> {
  const [buyer, payer] = [await person(market), wallet(market)];
  const { transactionId } = await order(market, buyer, productId, payer);
  const signature = await pay(market, transactionId, payer);
  await until(market, buyer, transactionId, "paid");
  const db = openDb(await market.worker.getD1Database("DB"));
  await ordersIn(db).rollBack(transactionId, signature, Date.now());
  return transactionId;
}

/** An order for one wallet, paid in full by another, and the account of that one. */
async function misdirectedOrder({ market, platform, productId }: Odd) {
  const [buyer, payer, keys] = [await person(market), await person(market), wallet(market)];
  const address = keys.publicKey.toBase58();
  await linkWallet(market, payer, address);
  const opened = await order(market, buyer, productId, wallet(market));
  const { transactionId: orderId, recipient, reference } = opened;
  const signature = await transferByHand(market, keys, [
    { to: recipient, lamports: PRICE - FEE, references: [reference] },
    { to: platform, lamports: FEE, references: [reference] },
  ]);
  await hint(market, buyer, orderId, signature);
  await until(market, buyer, orderId, "paid_by_other");
  return { orderId, payer };
}

async function transfer(market: Market, keys: Keypair): Promise<string> {
  const { blockhash } = await connect(market).getLatestBlockhash();
  const transaction = new Transaction({ feePayer: keys.publicKey, recentBlockhash: blockhash });
  const toPubkey = new PublicKey(Keypair.generate().publicKey);
  transaction.add(
    SystemProgram.transfer({ fromPubkey: keys.publicKey, toPubkey, lamports: PRICE }),
  );
  transaction.sign(keys);
  return transaction.serialize().toString("base64");
}

function tokenOf({ headers }: Person): string {
  return /session=([\w-]+)/.exec(headers.Cookie ?? "")?.[1] ?? "";
}
