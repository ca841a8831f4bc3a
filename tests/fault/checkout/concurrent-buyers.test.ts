import { afterAll, beforeAll, expect, test } from "vitest";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, sql } from "../../support/app-under-test";
import { type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { inBatches } from "../../support/in-batches";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  openOrder,
  postOrder,
  sendSigned,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { LONG_RUN } from "../../support/test-scale";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterAll(() => app?.stop());

/** As the page does: asks again while the node does not answer, or after a lost connection. */
async function sendUntilAnswered(buyer: Person, id: string, bytes: string): Promise<Response> {
  for (;;) {
    const answer = await sendSigned(app, buyer, id, bytes).catch(() => null);
    if (answer && answer.status !== 503) return answer;
  }
}

// spec: transition.stock.unique
// spec: stock.never-oversold
test.each([
  [100, 10],
  [LONG_RUN ? 100 : 40, 1],
])(
  "%i concurrent buyers for %i units: as many pay, the others are refused or wait in line",
  async (crowd, units) => {
    const item = await product(app, { saleLimit: units });
    const buyers = await Promise.all(
      Array.from({ length: crowd }, async () => ({
        buyer: await person(app),
        payer: fundedWallet(app),
      })),
    );
    const orders = await inBatches(buyers, ({ buyer, payer }) =>
      openOrder(app, buyer, item.id, payer),
    );
    // Blockhashes do not grow old while a busy machine signs.
    app.chain.pause();
    const signed = await inBatches(
      buyers.map((one, index) => ({ ...one, id: orders[index]?.transactionId ?? "" })),
      ({ buyer, payer, id }) => signFirst(app, buyer, id, payer),
    );
    const outcomes = await Promise.all(
      buyers.map(async ({ buyer }, index) => {
        const id = orders[index]?.transactionId ?? "";
        const answer = await sendUntilAnswered(buyer, id, signed[index] ?? "");
        if (answer.status === 200) return "taken";
        expect(answer.status).toBe(409);
        const { error } = (await answer.json()) as { error: { code: string } };
        if (error.code === "held") expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
        return error.code;
      }),
    );
    app.chain.resume();
    const winners = outcomes.flatMap((outcome, index) => (outcome === "taken" ? [index] : []));
    expect(winners).toHaveLength(units);
    const refused = outcomes.filter((outcome) => outcome === "held" || outcome === "sold_out");
    expect(refused).toHaveLength(crowd - units);

    await Promise.all(
      winners.map(async (index) => {
        const buyer = buyers[index]?.buyer;
        if (!buyer) throw new Error("no buyer");
        await waitForStatus(app, buyer, orders[index]?.transactionId ?? "", "paid");
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
