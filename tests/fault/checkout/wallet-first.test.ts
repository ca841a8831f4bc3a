import {
  ComputeBudgetProgram,
  type Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, LAMPORTS_PER_SOL, rpcConnection, sql } from "../../support/app-under-test";
import { type Checkout, openCheckout, sendCheckout, signCheckout } from "../../support/checkout";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { makeTable, readTable } from "../../support/lookup-table";
import {
  openOrder,
  reportSignature,
  requestTransaction,
  requestUnsigned,
  waitForStatus,
} from "../../support/order-api";
import { BLOCKHASH_LIFETIME_MS } from "../../support/pace";
import { startPaymentApp } from "../../support/payment-app";
import { newSignature } from "../../support/random-keys";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(async () => {
  app.chain.clearFaults();
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

const checkout = (productId: string, payer?: Keypair) => openCheckout(app, productId, payer);
const sign = (one: Checkout) => signCheckout(app, one);
const send = (one: Checkout, transaction: string) => sendCheckout(app, one, transaction);
const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;
const stockOf = async (productId: string) =>
  (await sql(app, "SELECT sold, held FROM products WHERE id = ?", productId))[0];

/** The wallet's own version of the transaction. */
async function rewritten(
  { buyer, payer, id }: Checkout,
  change: (message: TransactionMessage) => Promise<void> | void,
  tables: Parameters<TransactionMessage["compileToV0Message"]>[0] = [],
): Promise<string> {
  const answer = await requestUnsigned(app, buyer, id, payer.publicKey.toBase58());
  const { transaction } = (await answer.json()) as { transaction: string };
  const asked = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  const message = TransactionMessage.decompile(asked.message);
  await change(message);
  const signed = new VersionedTransaction(message.compileToV0Message(tables));
  signed.sign([payer]);
  return Buffer.from(signed.serialize()).toString("base64");
}

/** Leaves a wallet with nothing. */
function empty(payer: Keypair): void {
  app.chain.setAccount(payer.publicKey.toBase58(), {
    lamports: 0n,
    data: new Uint8Array(),
    owner: SystemProgram.programId.toBytes(),
    executable: false,
  });
}

describe("a wallet that signs first", () => {
  // spec: stock.wallet-first, json.build
  test("holds nothing until it has signed, and then buys", async () => {
    const item = await product(app, { saleLimit: 1 });
    const one = await checkout(item.id);
    const signed = await sign(one);
    expect(await stockOf(item.id)).toEqual({ sold: 0, held: 0 });
    const [order] = await sql(
      app,
      "SELECT status, payment_requested AS asked, built_transaction AS built FROM orders WHERE id = ?",
      one.id,
    );
    expect(order).toEqual({ status: "pending", asked: 1, built: null });
    const answer = await send(one, signed);
    expect(answer.status).toBe(200);
    const { signature } = (await answer.json()) as { signature: string };
    const paid = await waitForStatus(app, one.buyer, one.id, "paid");
    expect(paid).toMatchObject({ signature, buyerWallet: one.payer.publicKey.toBase58() });
    expect(await stockOf(item.id)).toEqual({ sold: 1, held: 0 });
    // The answer may have been lost.
    expect(await (await send(one, signed)).json()).toEqual({ signature });
  });

  // spec: payment.effect
  test("may add instructions, take a later blockhash and use a lookup table", async () => {
    const item = await product(app, { saleLimit: 1 });
    const one = await checkout(item.id);
    const connection = rpcConnection(app);
    const key = await makeTable(connection, one.payer, [
      new PublicKey(app.platformWallet),
      item.recipient.publicKey,
    ]);
    app.chain.advanceSlots(1);
    const table = await readTable(connection, key);
    const signed = await rewritten(
      one,
      async (message) => {
        app.chain.advanceSlots(60);
        message.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
        message.instructions.unshift(ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 }));
        message.instructions = message.instructions.filter(
          ({ programId, data }) =>
            !programId.equals(ComputeBudgetProgram.programId) || data[0] === 1,
        );
      },
      [table],
    );
    expect((await send(one, signed)).status).toBe(200);
    await waitForStatus(app, one.buyer, one.id, "paid");
  });

  // spec: stock.send-checks
  test.each<[string, (message: TransactionMessage, one: Checkout) => void]>([
    [
      "pays one lamport less",
      (message) => {
        const transfer = message.instructions.find(({ data }) => data.length === 12);
        transfer?.data.writeBigUInt64LE(transfer.data.readBigUInt64LE(4) - 1n, 4);
      },
    ],
    [
      "uses a durable nonce",
      (message, { payer }) => {
        message.instructions.unshift(
          SystemProgram.nonceAdvance({
            noncePubkey: fundedWallet(app).publicKey,
            authorizedPubkey: payer.publicKey,
          }),
        );
      },
    ],
    [
      "sends one more lamport with its reference",
      (message) => {
        const transfer = message.instructions.find(({ data }) => data.length === 12);
        if (!transfer) throw new Error("no transfer");
        const data = Buffer.from(transfer.data);
        data.writeBigUInt64LE(1n, 4);
        message.instructions.push({ ...transfer, data });
      },
    ],
    [
      "names its reference in another instruction",
      (message) => {
        const transfer = message.instructions.find(({ data }) => data.length === 12);
        const reference = transfer?.keys.at(-1);
        if (!reference) throw new Error("no reference");
        const other = ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 });
        message.instructions.push(Object.assign(other, { keys: [reference] }));
      },
    ],
    [
      "would fail",
      (message, { payer }) => {
        message.instructions.push(
          SystemProgram.transfer({
            fromPubkey: payer.publicKey,
            toPubkey: payer.publicKey,
            lamports: 1_000 * LAMPORTS_PER_SOL,
          }),
        );
      },
    ],
  ])("is refused where its transaction %s", async (_, change) => {
    const item = await product(app, { saleLimit: 1 });
    const one = await checkout(item.id);
    const signed = await rewritten(one, (message) => change(message, one));
    const refused = await send(one, signed);
    expect(refused.status).toBe(422);
    expect(await stockOf(item.id)).toEqual({ sold: 0, held: 0 });
  });

  // spec: stock.send-checks
  test("is refused with a blockhash that has expired or is about to", async () => {
    const item = await product(app, { saleLimit: 1 });
    const one = await checkout(item.id);
    const signed = await sign(one);
    app.chain.advanceSlots(115);
    const late = await send(one, signed);
    expect(late.status).toBe(410);
    app.chain.advanceSlots(100);
    expect((await send(one, signed)).status).toBe(410);
    expect((await send(one, await sign(one))).status).toBe(200);
    await waitForStatus(app, one.buyer, one.id, "paid");
  });

  // spec: stock.send-checks
  test("is refused without its signature, or with one more missing", async () => {
    const item = await product(app, { saleLimit: 1 });
    const one = await checkout(item.id);
    const answer = await requestUnsigned(app, one.buyer, one.id, one.payer.publicKey.toBase58());
    const { transaction } = (await answer.json()) as { transaction: string };
    expect(await codeOf(await send(one, transaction))).toBe("invalid_input");
    const other = await checkout(item.id);
    expect(await codeOf(await send(other, await sign(one)))).toBe("invalid_input");
    expect(await codeOf(await send(one, "AAAA"))).toBe("invalid_input");
    expect(await stockOf(item.id)).toEqual({ sold: 0, held: 0 });
  });

  // spec: stock.emptied
  test("that has emptied itself frees the unit at once, and gets no other for ten minutes", async () => {
    const item = await product(app, { saleLimit: 1 });
    const one = await checkout(item.id);
    const signed = await sign(one);
    app.chain.injectFault({ kind: "swallow", method: "sendTransaction" });
    expect((await send(one, signed)).status).toBe(200);
    expect(await stockOf(item.id)).toEqual({ sold: 0, held: 1 });
    empty(one.payer);
    await waitForStatus(app, one.buyer, one.id, "pending");
    app.chain.clearFaults();
    expect(await stockOf(item.id)).toEqual({ sold: 0, held: 0 });
    app.chain.airdrop(one.payer.publicKey.toBase58(), LAMPORTS_PER_SOL);
    app.chain.advanceSlots(2);
    const again = await send(one, await sign(one));
    expect(again.status).toBe(429);
    const seconds = Number(again.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(await again.json()).toMatchObject({
      error: { code: "slow_down", message: expect.stringContaining("this wallet") },
    });
    // Others buy in the meantime.
    const other = await checkout(item.id);
    expect((await send(other, await sign(other))).status).toBe(200);
    await waitForStatus(app, other.buyer, other.id, "paid");
  });
});

// spec: stock.one-in-flight
test("a wallet has one payment in flight, so that they never exceed its balance", async () => {
  const payer = fundedWallet(app);
  const items = await Promise.all([0, 1].map(() => product(app, { saleLimit: 1 })));
  const [one, other] = await Promise.all(items.map(({ id }) => checkout(id, payer)));
  if (!one || !other) throw new Error("no checkouts");
  const [first, second] = [await sign(one), await sign(other)];
  app.chain.injectFault({ kind: "swallow", method: "sendTransaction" });
  expect((await send(one, first)).status).toBe(200);
  const refused = await send(other, second);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("5");
  expect(await stockOf(items[1]?.id ?? "")).toEqual({ sold: 0, held: 0 });
  app.chain.clearFaults();
  await waitForStatus(app, one.buyer, one.id, "paid");
  expect((await send(other, second)).status).toBe(200);
  await waitForStatus(app, other.buyer, other.id, "paid");
});

describe("a unique product", () => {
  test("is not held by addresses that strangers name", async () => {
    const item = await product(app, { saleLimit: 1 });
    const one = await checkout(item.id);
    const signed = await sign(one);
    const stranger = await person(app);
    const { transactionId } = await openOrder(app, stranger, item.id);
    const rich = fundedWallet(app).publicKey.toBase58();
    expect((await requestUnsigned(app, stranger, transactionId, rich)).status).toBe(200);
    expect((await send(one, signed)).status).toBe(200);
    await waitForStatus(app, one.buyer, one.id, "paid");
  });

  test("goes to the line when its pre-signed transaction expires, which then rests", async () => {
    const item = await product(app, { saleLimit: 1 });
    const [holder, one] = [await checkout(item.id), await checkout(item.id)];
    const asked = (at: Checkout) => requestTransaction(app, at.id, at.payer.publicKey.toBase58());
    expect((await asked(holder)).status).toBe(200);
    const waiting = await send(one, await sign(one));
    expect(waiting.status).toBe(409);
    expect(waiting.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await codeOf(waiting)).toBe("held");
    const line = () => sql(app, "SELECT order_id AS id FROM stock_line");
    expect(await line()).toEqual([{ id: one.id }]);
    app.chain.advanceSlots(140);
    // Signed again, since the first blockhash is about to expire.
    expect((await send(one, await sign(one))).status).toBe(409);
    app.chain.advanceSlots(50);
    await app.clock.advance(BLOCKHASH_LIFETIME_MS + 1_000);
    await reportSignature(app, holder.buyer, holder.id, newSignature());
    await waitForStatus(app, one.buyer, one.id, "paid");
    expect(await line()).toEqual([]);
  });
});

// spec: stock.pre-signed
test("a limited edition is pre-signed for a quarter of its free units", async () => {
  const item = await product(app, { saleLimit: 20 });
  const crowd = await Promise.all(Array.from({ length: 8 }, () => checkout(item.id)));
  const answers = await Promise.all(
    crowd.map(({ id, payer }) => requestTransaction(app, id, payer.publicKey.toBase58())),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
});
