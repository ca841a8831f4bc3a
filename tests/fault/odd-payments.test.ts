import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type AppHere, startAppHere } from "../support/app-here";
import { expectBooksAgree } from "../support/books";
import {
  ask,
  hint,
  ledgerOf,
  noSignature,
  order,
  pay,
  transferByHand,
  until,
  view,
} from "../support/buying";
import { PRICE, person, product, SOL, sql, wallet } from "../support/market";

const FEE = PRICE / 100;
const SHARE = PRICE - FEE;

const platform = Keypair.generate().publicKey.toBase58();
let app: AppHere;

beforeAll(async () => {
  app = await startAppHere({ chain: { slotMs: 100 }, env: { PLATFORM_WALLET: platform } });
  app.chain.airdrop(platform, SOL);
});
afterEach(() => expectBooksAgree(app));
afterAll(() => app?.stop());

describe("what is not a clean sale", () => {
  test("another wallet is refused before money moves, and seen when it pays by hand", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const other = wallet(app);
    const { transactionId, recipient, reference } = await order(app, buyer, item.id, wallet(app));
    const refused = await ask(app, transactionId, other.publicKey.toBase58());
    expect(refused.status).toBe(409);
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const { error, message } = (await refused.json()) as { error: object; message: string };
    expect(error).toEqual({ code: "other_wallet", message });

    const signature = await transferByHand(app, other, [
      { to: recipient, lamports: SHARE, references: [reference] },
      { to: platform, lamports: FEE, references: [reference] },
    ]);
    await hint(app, buyer, transactionId, signature);
    expect((await until(app, buyer, transactionId, "paid_by_other")).paid).toBe(false);
    expect(await ledgerOf(app, transactionId)).toEqual({ misdirected: PRICE });
    expect(await sql(app, "SELECT * FROM purchases WHERE product_id = ?", item.id)).toEqual([]);
  });

  test("one lamport too little goes to review; the rest may still be paid in full", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = wallet(app);
    const { transactionId, recipient, reference } = await order(app, buyer, item.id);
    const short = await transferByHand(app, payer, [
      { to: recipient, lamports: PRICE - 1, references: [reference] },
    ]);
    await hint(app, buyer, transactionId, short);
    await until(app, buyer, transactionId, "review");
    const whole = await transferByHand(app, payer, [
      { to: recipient, lamports: PRICE, references: [reference] },
    ]);
    await hint(app, buyer, transactionId, whole);
    await until(app, buyer, transactionId, "paid");
    expect(await ledgerOf(app, transactionId)).toEqual({
      short: PRICE - 1,
      sale: PRICE,
      fee_owed: FEE,
    });
  });

  test("junk that names the reference hides nothing", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = wallet(app);
    const { transactionId, reference } = await order(app, buyer, item.id, payer);
    const junk = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          transferByHand(app, wallet(app), [
            {
              to: Keypair.generate().publicKey,
              lamports: SOL / 100 + index,
              references: [reference],
            },
          ]),
        ),
      );
    await junk(15);
    await pay(app, transactionId, payer);
    await junk(15);
    await until(app, buyer, transactionId, "paid");
  });

  test("a payment for two orders at once settles one of them", async () => {
    const item = await product(app);
    const [one, two] = [await person(app), await person(app)];
    const first = await order(app, one, item.id);
    const second = await order(app, two, item.id);
    const signature = await transferByHand(app, wallet(app), [
      { to: first.recipient, lamports: PRICE, references: [first.reference, second.reference] },
      { to: first.recipient, lamports: PRICE, references: [first.reference] },
    ]);
    await hint(app, two, second.transactionId, signature);
    await hint(app, one, first.transactionId, signature);
    await until(app, one, first.transactionId, "paid");
    expect((await view(app, two, second.transactionId)).status).toBe("pending");
  });

  test("a hint that leads nowhere proves nothing and stops nothing", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = wallet(app);
    const { transactionId } = await order(app, buyer, item.id, payer);
    expect((await hint(app, buyer, transactionId, "not a signature")).status).toBe(422);
    expect((await hint(app, await person(app), transactionId, noSignature())).status).toBe(404);
    const signature = await pay(app, transactionId, payer);
    await hint(app, buyer, transactionId, noSignature());
    await hint(app, buyer, transactionId, signature);
    await until(app, buyer, transactionId, "paid");
  });
});
