import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { readOrder, requestTransaction, waitForStatus } from "../../support/order-api";
import { BLOCKHASH_LIFETIME_MS } from "../../support/pace";
import { startTwoNodeApp, type TwoNodeApp } from "../../support/two-node-app";

let running: TwoNodeApp;
let app: TwoNodeApp["app"];
let chain: TwoNodeApp["chain"];
let nodes: TwoNodeApp["nodes"];

beforeAll(async () => {
  running = await startTwoNodeApp();
  ({ app, chain, nodes } = running);
});
beforeEach(() => chain.pause());
afterEach(async () => {
  for (const node of nodes) {
    node.hold(null);
    node.setLie(null);
  }
  chain.resume();
  await expectLedgerConsistent(app);
});
afterAll(() => running?.stop());

/** Slots after which a transaction can't land any more. */
const LAPSED_SLOTS = 200;
const AT_ONCE = 30;

const builtBy = async (answer: Response) => (await answer.json()) as { transaction: string };

/** Counts the searches by the order's own key from now on. */
async function countSearches(orderId: string): Promise<() => number> {
  const [row] = await sql(app, "SELECT reference FROM orders WHERE id = ?", orderId);
  let count = 0;
  for (const node of nodes) {
    node.setLie(({ method, params }, result) => {
      if (method === "getSignaturesForAddress" && params?.[0] === row?.reference) count++;
      return result;
    });
  }
  return () => count;
}

test("requests at once share the polls of the order, and get the same bytes", async () => {
  const { payer, transactionId } = await readyToPay(app);
  const account = payer.publicKey.toBase58();
  const request = () => requestTransaction(app, transactionId, account);
  const { transaction: first } = await builtBy(await request());
  chain.advanceSlots(LAPSED_SLOTS);
  const searches = await countSearches(transactionId);
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, request));
  const bodies = await Promise.all(answers.map(builtBy));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const bytes = new Set(bodies.map(({ transaction }) => transaction));
  expect(bytes.size).toBe(1);
  expect([...bytes]).not.toEqual([first]);
  // Those that come while one poll runs share the next. One search asks one node.
  expect(searches()).toBeGreaterThan(0);
  expect(searches()).toBeLessThanOrEqual(4);
});

test("a poll that nodes hold back is not waited for; it goes on in the object", async () => {
  const { item, buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 1 });
  const request = () => requestTransaction(app, transactionId, payer.publicKey.toBase58());
  expect((await request()).status).toBe(200);
  for (const node of nodes) node.hold("getSignaturesForAddress");
  chain.advanceSlots(LAPSED_SLOTS);
  await app.clock.advance(BLOCKHASH_LIFETIME_MS);
  // No node answers the search before this request is answered.
  const answer = await request();
  expect([409, 503]).toContain(answer.status);
  const stock = () => sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
  expect(await stock()).toEqual([{ sold: 0, held: 1 }]);
  expect((await readOrder(app, buyer, transactionId)).status).toBe("awaiting");
  for (const node of nodes) node.hold(null);
  chain.resume();
  await waitForStatus(app, buyer, transactionId, "pending");
  expect(await stock()).toEqual([{ sold: 0, held: 0 }]);
});
