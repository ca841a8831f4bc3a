import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { insertOrder, paymentOf } from "../../support/factories/order";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";

const TERMS = {
  priceLamports: 1_250_000_000n,
  feeLamports: 12_500_000n,
  label: "Atlas of <small> towns",
};
/** 22:30 UTC: the next day in Europe. */
const PAID_AT = Date.UTC(2026, 5, 30, 22, 30, 5);

const db = openDb(env.DB);
const orders = ordersIn(db);
let seller: Seller;
let productId: string;

beforeAll(async () => {
  seller = await newSeller();
  const key = `file-${seller.uid}`;
  await insertRow(env.DB, "files", {
    key,
    storage_path: `protectedFiles/${key}`,
    owner_uid: seller.uid,
    product_id: "p",
    file_name: "atlas.pdf",
    content_type: "application/pdf",
    size_bytes: 1_500_000,
    sha256: "ab".repeat(32),
    status: "complete",
    part_size_bytes: 5_242_880,
    created_at: 0,
  });
  productId = await insertProduct(env.DB, seller.uid, {}, { key, name: "atlas.pdf" });
});

interface Sale {
  id: string;
  buyer: Seller;
  payer: string;
  signature: string;
}

async function sale(paid: Partial<typeof TERMS> & { surplus?: bigint } = {}): Promise<Sale> {
  const buyer = await newSeller();
  const order = await insertOrder(env.DB, {
    productId,
    ownerUid: seller.uid,
    buyerUid: buyer.uid,
    recipient: seller.wallet,
    ...TERMS,
  });
  const [payer, signature] = [newAddress(), newSignature()];
  const surplus = paid.surplus ?? 0n;
  const payment = paymentOf({ ...TERMS, ...paid }, { payer, signature, surplus, slot: 123_456 });
  await orders.settle(order.id, payment, PAID_AT);
  return { id: order.id, buyer, payer, signature };
}

const purchasePath = (id: string) => `/purchases/${id}/receipt`;
const salePath = (id: string) => `/dashboard/sales/${id}/receipt`;

/** The text of a receipt, in English and Zurich's time by default. */
async function read(reader: Seller, path: string, cookie = "locale=en; tz=Europe/Zurich") {
  const answer = await reader.call(path, { headers: { Cookie: `${reader.cookie}; ${cookie}` } });
  const html = await answer.text();
  expect(answer.status).toBe(200);
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const plain = main.replace(/<!-- -->/g, "").replace(/<[^>]*>/g, " ");
  const text = plain.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  return { answer, html, text: text.replace(/\s+/g, " ") };
}

// spec: delivery.receipt
test("buyer and seller see the same facts, and the buyer's e-mail is not among them", async () => {
  const { id, buyer, payer, signature } = await sale();
  await changeRow(env.DB, "users", { uid: buyer.uid }, { email: "buyer@example.com" });
  for (const [reader, path] of [
    [buyer, purchasePath(id)],
    [seller, salePath(id)],
  ] as const) {
    const { text, html, answer } = await read(reader, path);
    const facts = [
      ...[id, "Atlas of <small> towns", "atlas.pdf", "1,500,000 bytes", "ab".repeat(32)],
      ...["1.25 SOL", "1,250,000,000 lamports", "1.2375 SOL", "0.0125 SOL", "Commission 1%"],
      ...[signature, "123,456", "July 1, 2026, 00:30:05 (Europe/Zurich)", payer, seller.wallet],
      ...["Seller", "Local Solana chain", "No public explorer", "Paid by the wallet that sent"],
    ];
    expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
    expect(html).toContain('data-receipt-state="paid"');
    expect(html).not.toContain("buyer@example.com");
    expect(html).toMatch(/<meta name="robots" content="noindex"/);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  }
});

// spec: delivery.receipt
test("others get 404, as for an order that is not paid", async () => {
  const { id, buyer } = await sale();
  const stranger = await newSeller();
  const open = await insertOrder(env.DB, {
    productId,
    ownerUid: seller.uid,
    buyerUid: stranger.uid,
  });
  for (const [reader, path] of [
    [stranger, purchasePath(id)],
    [stranger, salePath(id)],
    [seller, purchasePath(id)],
    [buyer, salePath(id)],
    [stranger, purchasePath(open.id)],
    [seller, salePath(open.id)],
    [buyer, purchasePath("nothing")],
    [buyer, purchasePath("%00")],
  ] as const) {
    expect((await reader.call(path)).status).toBe(404);
  }
});

test("a final payment says so; French shows UTC where no zone is known", async () => {
  const { id, buyer, signature } = await sale();
  await orders.finalize(id, signature, PAID_AT + 60_000, PAID_AT + 120_000);
  const { text, html } = await read(buyer, purchasePath(id), "locale=fr");
  expect(html).toContain('data-receipt-state="final"');
  expect(text).toContain("30 juin 2026, 22:30:05 (UTC)");
  expect(text).toContain("Payé, définitif");
});

test("a refunded purchase names the refund's transaction", async () => {
  const { id, buyer, payer } = await sale();
  const reference = newAddress();
  const lamports = TERMS.priceLamports;
  const built = { transaction: "", builtAt: PAID_AT, lastValidBlockHeight: 9 };
  const refund = { reference, orderId: id, payer, lamports, closes: true, ...built };
  await refundsIn(db).open({ ...refund, encryptedSecret: "" }, PAID_AT);
  const signature = newSignature();
  await refundsIn(db).complete(reference, { signature, slot: 777_000 }, PAID_AT + 3_600_000);
  for (const [reader, path] of [
    [buyer, purchasePath(id)],
    [seller, salePath(id)],
  ] as const) {
    const { text, html } = await read(reader, path);
    expect(html).toContain('data-receipt-state="refunded"');
    const facts = ["Amount refunded 1.25 SOL", signature, "777,000", "01:30:05", "1.2375 SOL"];
    expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
    expect(text).toContain("atlas.pdf");
  }
});

test("a file that was granted after a rollback says that nothing was paid", async () => {
  const { id, buyer, signature } = await sale();
  await changeRow(env.DB, "orders", { id }, { paid_lamports: 0, finalized_at: PAID_AT });
  const { text, html } = await read(buyer, purchasePath(id));
  expect(html).toContain('data-receipt-state="granted"');
  expect(text).toContain("No payment is recorded for this file.");
  expect(text).toContain("Amount paid 0 SOL");
  expect(text).not.toContain(signature);
});

test("more than the price is shown beside it", async () => {
  const { id, buyer } = await sale({ surplus: 7n });
  const { text } = await read(buyer, purchasePath(id));
  expect(text).toContain("Amount paid 1.250000007 SOL");
});

test("an order of an older version lacks what was not recorded then", async () => {
  const { id, buyer, payer } = await sale();
  const lost = {
    slot: null,
    payer_wallet: null,
    buyer_wallet: null,
    paid_lamports: null,
    settled_at: null,
  };
  await changeRow(env.DB, "orders", { id }, lost);
  await changeRow(env.DB, "purchases", { order_id: id }, { file_key: null });
  const { text } = await read(buyer, purchasePath(id));
  // The ledger has slot and time; the product has had one file only.
  for (const kept of ["123,456", "00:30:05", "atlas.pdf", "1.2375 SOL"]) {
    expect(text).toContain(kept);
  }
  expect(text).toContain(`Buyer’s wallet ${payer}`);

  await env.DB.prepare("DELETE FROM ledger WHERE order_id = ?").bind(id).run();
  await changeRow(env.DB, "products", { id: productId }, { file_updated_at: PAID_AT });
  const bare = await read(buyer, purchasePath(id));
  expect(bare.text).toContain("The version of the file is not recorded for this purchase.");
  expect(bare.text).toContain("Slot Not recorded");
  expect(bare.text).toContain("Buyer’s wallet Not recorded");
  expect(bare.text).toContain("1.2375 SOL");
  await changeRow(env.DB, "products", { id: productId }, { file_updated_at: null });
});

test("a seller who deleted their account is named so", async () => {
  const { id, buyer } = await sale();
  await changeRow(env.DB, "orders", { id }, { owner_uid: "gone" });
  expect((await read(buyer, purchasePath(id))).text).toContain(
    "A seller who deleted their account",
  );
});

test("purchases and sales link to their receipts", async () => {
  const { id, buyer } = await sale();
  expect((await read(buyer, "/purchases")).html).toContain(`href="${purchasePath(id)}"`);
  expect((await read(buyer, `/acheter/${productId}`)).html).toContain(`href="${purchasePath(id)}"`);
  expect((await read(seller, "/dashboard/sales")).html).toContain(`href="${salePath(id)}"`);
});
