import { randomUUID } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { readMigrations } from "../../../dev/run/migrate";
import {
  FEE_LAMPORTS,
  fundedWallet,
  PRICE_LAMPORTS,
  SHARE_LAMPORTS,
  sql,
} from "../../support/app-under-test";
import { changeOrder } from "../../support/factories/order";
import { type Person, person } from "../../support/factories/person";
import { changeProduct, product, type TestProduct } from "../../support/factories/product";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  payOrder,
  readOrder,
  reportSignature,
  sendTransfers,
  waitForStatus,
} from "../../support/order-api";
import {
  advanceToFinality,
  buildSignedRefund,
  postReviewAction,
  sendTransaction,
} from "../../support/review-api";
import { insertRow } from "../../support/rows";

const DAY = 86_400_000;

interface OldOrder {
  item: TestProduct;
  buyer: Person;
  payer: Keypair;
  orderId: string;
  reference: string;
}

let app: FailpointApp;
let pending: OldOrder;
let paidUnpolled: OldOrder;
let held: OldOrder;
let abandoned: OldOrder;
let sold: OldOrder;
let short: OldOrder;

/** A database of the first migration, upgraded by the current Worker. */
beforeAll(async () => {
  app = await startFailpointApp({ migrations: readMigrations().slice(0, 1) });
  pending = await oldOrder({ status: "pending" });
  abandoned = await oldOrder({ status: "pending", created_at: Date.now() - DAY });
  const built = { status: "awaiting", payment_requested: 1, built_transaction: "AAAA" };
  paidUnpolled = await oldOrder({
    ...built,
    built_for: "x",
    built_at: Date.now(),
    last_valid_block_height: 9_999,
  });
  held = await oldOrder(
    {
      ...built,
      built_for: "x",
      built_at: Date.now() - 120_000,
      last_valid_block_height: 1,
      hold: "held",
      sale_type: "unique",
      reference_secret: "x",
    },
    1,
  );
  await changeProduct(app, held.item.id, { held: 1 });
  sold = await settledOldOrder("paid", { sale: PRICE_LAMPORTS, fee: FEE_LAMPORTS });
  short = await settledOldOrder("review", { short: SHARE_LAMPORTS }, 1);
  await byHand(paidUnpolled);
  app.chain.advanceSlots(40);
  await app.restart();
  // Storage of the older Durable Object lacks fields that were added since.
  for (const { orderId } of [paidUnpolled, held, sold]) {
    await app.putObjectState(orderId, {
      orderId,
      watch: { heatedAt: Date.now() - 60_000, failures: 0 },
    });
  }
});
afterAll(() => app?.stop());

/** An order row with the columns of that version; `next_look_at` is due. */
async function oldOrder(columns: Record<string, unknown>, saleLimit?: number): Promise<OldOrder> {
  const item = await product(app, { saleLimit, missingColumns: ["search_text"] });
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const orderId = randomUUID();
  const reference = Keypair.generate().publicKey.toBase58();
  const createdAt = Number(columns.created_at ?? Date.now() - 60_000);
  const row = {
    id: orderId,
    product_id: item.id,
    owner_uid: item.seller.uid,
    buyer_uid: buyer.uid,
    price_lamports: PRICE_LAMPORTS,
    seller_lamports: PRICE_LAMPORTS - FEE_LAMPORTS,
    fee_lamports: FEE_LAMPORTS,
    fee_bps: 100,
    recipient: item.recipient.publicKey.toBase58(),
    platform: app.platform,
    reference,
    label: "A file",
    message: "Purchase of A file",
    sale_type: "infinite",
    created_at: createdAt,
    expires_at: createdAt + DAY,
    next_look_at: Date.now(),
    updated_at: createdAt,
    ...columns,
  };
  await insert("orders", row);
  return { item, buyer, payer, orderId, reference };
}

/** A paid order with ledger entries of that version, which had no payer. */
async function settledOldOrder(
  status: string,
  lines: Record<string, number>,
  saleLimit?: number,
): Promise<OldOrder> {
  const at = Date.now() - 60_000;
  const opened = await oldOrder({ status }, saleLimit);
  const { orderId, item, payer, buyer } = opened;
  const paid = status === "paid";
  const lamports = paid ? PRICE_LAMPORTS : SHARE_LAMPORTS;
  const signature = await byHand(opened, lamports);
  await changeOrder(app, orderId, {
    signature,
    payer_wallet: payer.publicKey.toBase58(),
    slot: 5,
    paid_lamports: lamports,
    settled_at: paid ? at : null,
    hold: paid ? "sold" : "held",
    review_reason: paid ? null : "short",
  });
  for (const [kind, lamports] of Object.entries(lines)) {
    const of = { order_id: orderId, product_id: item.id, owner_uid: item.seller.uid };
    await insert("ledger", { ...of, kind, lamports, signature, slot: 5, at });
  }
  if (paid) {
    const of = { uid: buyer.uid, product_id: item.id, order_id: orderId, created_at: at };
    await insert("purchases", of);
    await changeProduct(app, item.id, { sold: 1 });
  }
  // It kept a unit of stock for a payment below the price.
  else await changeProduct(app, item.id, { held: 1 });
  return opened;
}

async function insert(table: string, row: Record<string, unknown>) {
  await insertRow(localDatabase(app.worker), table, row);
}

function byHand({ item, payer, reference }: OldOrder, lamports = PRICE_LAMPORTS): Promise<string> {
  const to = item.recipient.publicKey;
  return sendTransfers(app, payer, [{ to, lamports, references: [reference] }]);
}

test("a purchase of the previous version is of the file that its product had", async () => {
  const bought = "SELECT p.file_key, f.status FROM purchases p JOIN files f ON f.key = p.file_key";
  expect(await sql(app, `${bought} WHERE p.order_id = ?`, sold.orderId)).toEqual([
    { file_key: `${sold.item.id}_été "1".bin`, status: "complete" },
  ]);
});

describe("an order of the previous version", () => {
  // spec: payment.older
  test("is paid, and its file delivered", async () => {
    const { orderId, buyer, payer, item } = pending;
    const signature = await payOrder(app, orderId, payer);
    await reportSignature(app, buyer, orderId, signature);
    const { downloadUrl } = await waitForStatus(app, buyer, orderId, "paid");
    const file = await fetch(String(downloadUrl));
    expect(Buffer.from(await file.arrayBuffer()).equals(item.bytes)).toBe(true);
  });

  test("whose payment was not polled is found, or its hold released, or it expires", async () => {
    await app.advanceAndSweep(0);
    await waitForStatus(app, paidUnpolled.buyer, paidUnpolled.orderId, "paid");
    await waitForStatus(app, held.buyer, held.orderId, "pending");
    await waitForStatus(app, abandoned.buyer, abandoned.orderId, "expired");
    const stock = await sql(app, "SELECT sold, held FROM products WHERE id = ?", held.item.id);
    expect(stock).toEqual([{ sold: 0, held: 0 }]);
  });

  test("that is paid is on the seller's list, and can be refunded", async () => {
    const { item, orderId, buyer } = sold;
    const page = await fetch(`${app.url}/dashboard/sales`, { headers: item.seller.headers });
    expect((await page.text()).includes(orderId)).toBe(true);
    await advanceToFinality(app);
    await sendTransaction(app, await buildSignedRefund(app, item.seller, item.recipient, orderId));
    await advanceToFinality(app);
    await waitForStatus(app, buyer, orderId, "refunded");
    expect(await ledgerByKind(app, orderId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee: FEE_LAMPORTS,
      refund: -PRICE_LAMPORTS,
    });
  });

  test("under review for less than the price is open again, with its unit free; it can be accepted", async () => {
    const { item, orderId, buyer } = short;
    expect((await readOrder(app, buyer, orderId)).status).toBe("pending");
    const stock = () => sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
    expect(await stock()).toEqual([{ sold: 0, held: 0 }]);
    await expectLedgerConsistent(app);
    app.chain.advanceSlots(40);
    expect((await postReviewAction(app, item.seller, orderId, "accept")).status).toBe(204);
    expect((await readOrder(app, buyer, orderId)).status).toBe("paid");
    expect(await stock()).toEqual([{ sold: 1, held: 0 }]);
    await expectLedgerConsistent(app);
  });
});
