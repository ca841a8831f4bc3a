import {
  Keypair,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { BALANCE_INTERVAL_MS } from "../../../app/orders/rules/stock-limits";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import {
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
  sql,
} from "../../support/app-under-test";
import { type Checkout, openCheckout, sendCheckout, signCheckout } from "../../support/checkout";
import { person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { openOrder, readOrder, requestTransaction, requestUnsigned } from "../../support/order-api";

let app: InProcessApp;

beforeAll(async () => {
  const platformWallet = Keypair.generate().publicKey.toBase58();
  app = await startInProcessApp({
    // Slots pass by the tests.
    chain: { manualSlots: true },
    env: { PLATFORM_WALLET: platformWallet, RATE_SCALE: "1" },
  });
  app.chain.airdrop(platformWallet, LAMPORTS_PER_SOL);
});
afterEach(async () => {
  app.chain.clearFaults();
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

const checkout = (productId: string, payer?: Keypair) => openCheckout(app, productId, payer);
const sign = (one: Checkout) => signCheckout(app, one);
const send = (one: Checkout, transaction: string) => sendCheckout(app, one, transaction);
const signAndSend = async (one: Checkout) => (await send(one, await sign(one))).status;
const heldOf = async ({ id }: TestProduct) =>
  (await sql(app, "SELECT sold, held FROM products WHERE id = ?", id))[0];
/** Nodes take what is sent, and it does not land. */
const swallow = () => app.chain.injectFault({ kind: "swallow", method: "sendTransaction" });

function setBalance(wallet: PublicKey, lamports: number): void {
  app.chain.setAccount(wallet.toBase58(), {
    lamports: BigInt(lamports),
    data: new Uint8Array(),
    owner: SystemProgram.programId.toBytes(),
    executable: false,
  });
  // Confirms it.
  app.chain.advanceSlots(2);
}

const transfer = (from: Keypair, to: Keypair, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports });

interface Rewrite {
  /** Pays the network fee; default the payer. */
  feePayer?: Keypair;
  before?: TransactionInstruction[];
  signers?: Keypair[];
  blockhash?: string;
}

/** The wallet's own version of the message, signed by all but the reference. */
async function signRewritten(
  { buyer, payer, id }: Checkout,
  { feePayer = payer, before = [], signers = [], blockhash }: Rewrite,
): Promise<string> {
  const answer = await requestUnsigned(app, buyer, id, payer.publicKey.toBase58());
  expect(answer.status).toBe(200);
  const { transaction } = (await answer.json()) as { transaction: string };
  const asked = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  const message = TransactionMessage.decompile(asked.message);
  message.payerKey = feePayer.publicKey;
  message.instructions.unshift(...before);
  if (blockhash) message.recentBlockhash = blockhash;
  const signed = new VersionedTransaction(message.compileToV0Message());
  signed.sign([...new Set([feePayer, payer, ...signers])]);
  return Buffer.from(signed.serialize()).toString("base64");
}

async function penaltiesOf({ buyer, payer }: Checkout): Promise<unknown> {
  const of = (table: string, key: string, value: string) =>
    sql(app, `SELECT failures FROM ${table} WHERE ${key} = ?`, value);
  return [
    ...(await of("account_penalties", "uid", buyer.uid)),
    ...(await of("payer_penalties", "wallet", payer.publicKey.toBase58())),
  ];
}
/** What is sent lands in the next slot. */
async function paidAfterSlots({ buyer, id }: Checkout): Promise<void> {
  const status = async () => {
    app.chain.advanceSlots(2);
    return (await readOrder(app, buyer, id)).status;
  };
  await expect.poll(status, { interval: 150 }).toBe("paid");
}
const BOTH_ONCE = [{ failures: 1 }, { failures: 1 }];

describe("a hold is charged to every signer that stands in an instruction:", () => {
  // spec: stock.charged
  test("fresh keys between one wallet and the seller hold one unit with the price of one", async () => {
    const item = await product(app, { saleLimit: 12 });
    const money = fundedWallet(app, PRICE_LAMPORTS * 2);
    swallow();
    const statuses: number[] = [];
    for (let unit = 0; unit < 12; unit++) {
      const key = Keypair.generate();
      setBalance(key.publicKey, 2_000_000);
      const one = await checkout(item.id, key);
      const before = [transfer(money, key, PRICE_LAMPORTS)];
      setBalance(key.publicKey, PRICE_LAMPORTS * 2);
      const bytes = await signRewritten(one, { before, signers: [money] });
      setBalance(key.publicKey, 2_000_000);
      statuses.push((await send(one, bytes)).status);
    }
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 429)]);
    expect(await heldOf(item)).toEqual({ sold: 0, held: 1 });
  });

  // spec: stock.charged
  test("a sponsor of the fee stands in none, and pays for many buyers at once", async () => {
    const item = await product(app, { saleLimit: 2 });
    const sponsor = fundedWallet(app);
    swallow();
    for (const one of [await checkout(item.id), await checkout(item.id)]) {
      const bytes = await signRewritten(one, { feePayer: sponsor });
      expect((await send(one, bytes)).status).toBe(200);
    }
    expect(await heldOf(item)).toEqual({ sold: 0, held: 2 });
  });
});

describe("balances are read every five seconds:", () => {
  // spec: stock.emptied
  test("money that moved on ends hold and place with the penalty, a payment that landed does not", async () => {
    const [item, other] = [
      await product(app, { saleLimit: 1 }),
      await product(app, { saleLimit: 1 }),
    ];
    const buyer = await checkout(other.id);
    expect(await signAndSend(buyer)).toBe(200);
    await paidAfterSlots(buyer);
    swallow();
    const [first, second, honest] = [
      await checkout(item.id),
      await checkout(item.id),
      await checkout(item.id),
    ];
    expect(await signAndSend(first)).toBe(200);
    expect(await signAndSend(second)).toBe(409);
    expect(await signAndSend(honest)).toBe(409);
    setBalance(first.payer.publicKey, 0);
    setBalance(second.payer.publicKey, PRICE_LAMPORTS / 2);
    app.chain.advanceSlots(2);
    app.chain.clearFaults();
    const line = () =>
      sql(app, "SELECT order_id AS id FROM stock_line WHERE product_id = ?", item.id);
    await expect
      .poll(async () => {
        await app.clock.advance(BALANCE_INTERVAL_MS);
        app.chain.advanceSlots(2);
        return [await penaltiesOf(first), await penaltiesOf(second), await line()];
      })
      .toEqual([BOTH_ONCE, BOTH_ONCE, []]);
    await paidAfterSlots(honest);
    expect(await penaltiesOf(honest)).toEqual([]);
    expect(await penaltiesOf(buyer)).toEqual([]);
  });
});

test("a place whose account has another unit keeps it, and is not counted as ahead", async () => {
  const [item, other] = [
    await product(app, { saleLimit: 1 }),
    await product(app, { saleLimit: 1 }),
  ];
  swallow();
  const [holder, waiting] = [await checkout(item.id), await checkout(item.id)];
  expect(await signAndSend(holder)).toBe(200);
  expect(await signAndSend(waiting)).toBe(409);
  const { transactionId } = await openOrder(app, waiting.buyer, other.id);
  const second = { ...waiting, id: transactionId, payer: fundedWallet(app) };
  expect(await signAndSend(second)).toBe(200);
  setBalance(holder.payer.publicKey, 0);
  app.chain.advanceSlots(2);
  await expect
    .poll(async () => {
      await app.clock.advance(BALANCE_INTERVAL_MS);
      return heldOf(item);
    })
    .toEqual({ sold: 0, held: 0 });
  const places = await sql(
    app,
    "SELECT order_id AS id FROM stock_line WHERE product_id = ?",
    item.id,
  );
  expect(places).toEqual([{ id: waiting.id }]);
  expect(await signAndSend(await checkout(item.id))).toBe(200);
});

test("a failure by an account that did not sign frees the unit without a penalty", async () => {
  const price = 500_000;
  const item = await product(app, { saleLimit: 1, price });
  const one = await checkout(item.id);
  app.chain.injectFault({ kind: "swallow", method: "sendTransaction", times: 1 });
  expect(await signAndSend(one)).toBe(200);
  // Its share can't open the seller's wallet.
  setBalance(item.recipient.publicKey, 0);
  app.chain.advanceSlots(2);
  await expect
    .poll(async () => {
      await app.clock.advance(2_000);
      return heldOf(item);
    })
    .toEqual({ sold: 0, held: 0 });
  expect(await penaltiesOf(one)).toEqual([]);
});

// spec: stock.hold-free
test("a foreign blockhash that is over frees the unit before a new one would be", async () => {
  const item = await product(app, { saleLimit: 1 });
  const one = await checkout(item.id);
  const { blockhash } = await rpcConnection(app).getLatestBlockhash();
  app.chain.advanceSlots(140);
  swallow();
  expect((await send(one, await signRewritten(one, { blockhash }))).status).toBe(200);
  const isFreeAfter = async (slots: number) => {
    app.chain.advanceSlots(slots);
    await app.clock.advance(2_000);
    return heldOf(item);
  };
  // It is over, but no finalized block has passed the one of the request by 32.
  expect(await isFreeAfter(55)).toEqual({ sold: 0, held: 1 });
  await isFreeAfter(15);
  // Far fewer blocks than a new blockhash is valid for.
  let blocks = 30;
  await expect.poll(() => isFreeAfter(blocks-- > 0 ? 1 : 0)).toEqual({ sold: 0, held: 0 });
});

describe("pre-signed transactions of strangers:", () => {
  /** Asks as a wallet does for which nobody is signed in. */
  async function ask(item: TestProduct, account: string) {
    const answer = await fetch(`${app.url}/api/actions/buy/${item.id}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: "https://wallet.example" },
      body: JSON.stringify({ account }),
    });
    return { status: answer.status, body: (await answer.json()) as { transaction: string } };
  }

  test("one network address holds three units of all products, and one more for each that is paid", async () => {
    const seller = await person(app);
    const items = await Promise.all(
      Array.from({ length: 20 }, () => product(app, { seller, saleLimit: 1 })),
    );
    const wallets = items.map(() => fundedWallet(app));
    const askAll = () =>
      Promise.all(items.map((item, at) => ask(item, wallets[at]?.publicKey.toBase58() ?? "")));
    const first = await askAll();
    const held = first.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(held).toHaveLength(3);
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200, 409]));

    const [paid = 0] = held;
    const signed = VersionedTransaction.deserialize(
      Buffer.from(first[paid]?.body.transaction ?? "", "base64"),
    );
    const payer = wallets[paid];
    if (payer) signed.sign([payer]);
    await rpcConnection(app).sendRawTransaction(signed.serialize());
    app.chain.advanceSlots(2);
    const sold = items[paid];
    if (!sold) throw new Error("nothing was held");
    await expect
      .poll(async () => {
        await app.clock.advance(700);
        return heldOf(sold);
      })
      .toEqual({ sold: 1, held: 0 });
    const second = await askAll();
    // Two are the same bytes again, and two more are held.
    expect(second.filter(({ status }) => status === 200)).toHaveLength(4);

    // An order of a signed-in person does not count.
    const own = await checkout((await product(app, { seller, saleLimit: 1 })).id);
    const address = own.payer.publicKey.toBase58();
    expect((await requestTransaction(app, own.id, address)).status).toBe(200);
  });
});
