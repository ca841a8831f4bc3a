import { afterAll, beforeAll, expect, test } from "vitest";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, sql } from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  openOrder,
  payOrder,
  postOrder,
  reportSignature,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterAll(() => app?.stop());

test.each([10, 1])(
  "100 concurrent buyers for %i units: as many pay, the others are refused before they sign",
  async (units) => {
    const item = await product(app, { saleLimit: units });
    const buyers = await Promise.all(
      Array.from({ length: 100 }, async () => ({
        buyer: await person(app),
        payer: fundedWallet(app),
      })),
    );
    const orders = await Promise.all(
      buyers.map(({ buyer, payer }) => openOrder(app, buyer, item.id, payer)),
    );
    const outcomes = await Promise.all(
      buyers.map(async ({ payer }, index) => {
        const id = orders[index]?.transactionId ?? "";
        const answer = await requestTransaction(app, id, payer.publicKey.toBase58());
        if (answer.status === 200) return "held for them";
        expect(answer.status).toBe(409);
        const { error } = (await answer.json()) as { error: { code: string } };
        if (error.code === "held") expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
        return error.code;
      }),
    );
    const winners = outcomes.flatMap((outcome, index) =>
      outcome === "held for them" ? [index] : [],
    );
    expect(winners).toHaveLength(units);
    expect(outcomes.filter((outcome) => outcome === "held")).toHaveLength(100 - units);

    await Promise.all(
      winners.map(async (index) => {
        const { buyer, payer } = buyers[index] ?? {};
        const id = orders[index]?.transactionId ?? "";
        if (!buyer || !payer) throw new Error("no buyer");
        await reportSignature(app, buyer, id, await payOrder(app, id, payer));
        await waitForStatus(app, buyer, id, "paid");
      }),
    );
    expect(await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id)).toEqual([
      { sold: units, held: 0 },
    ]);
    const bought = await sql(app, "SELECT uid FROM purchases WHERE product_id = ?", item.id);
    expect(bought).toHaveLength(units);
    const late = await postOrder(app, await person(app), { productId: item.id });
    expect(await late.json()).toMatchObject({ error: { code: "sold_out" } });
    await expectLedgerConsistent(app);
  },
  300_000,
);
