import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import type { PublishedKey } from "../../../app/lib/signing-keys";
import { checkStatement } from "../../../app/lib/statements";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { newCachedSite } from "../../support/cached-site";
import { insertOrder, paymentOf } from "../../support/factories/order";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";

const TERMS = {
  priceLamports: 1_250_000_000n,
  feeLamports: 12_500_000n,
  label: "Atlas of small towns",
};
const SECRET = "g".repeat(43);
const SHA256 = "ab".repeat(32);

const db = openDb(env.DB);
const orders = ordersIn(db);
let seller: Seller;
let productId: string;

beforeAll(async () => {
  seller = await newSeller();
  const key = `file-${seller.uid}`;
  await insertRow(env.DB, "files", {
    ...{ key, storage_path: `protectedFiles/${key}`, owner_uid: seller.uid, product_id: "p" },
    ...{ file_name: "atlas.pdf", content_type: "application/pdf", size_bytes: 1_500_000 },
    ...{ sha256: SHA256, status: "complete", part_size_bytes: 5_242_880, created_at: 0 },
  });
  productId = await insertProduct(env.DB, seller.uid, {}, { key, name: "atlas.pdf" });
});

interface Sale {
  id: string;
  reference: string;
  buyer: Seller;
  payer: string;
  signature: string;
  paidAt: number;
}

async function sale({ isFinal = true } = {}): Promise<Sale> {
  const buyer = await newSeller();
  const parties = { productId, ownerUid: seller.uid, buyerUid: buyer.uid };
  const recipient = seller.wallet;
  const { id, reference } = await insertOrder(env.DB, { ...parties, recipient, ...TERMS });
  const [payer, signature, paidAt] = [newAddress(), newSignature(), Date.now()];
  const payment = paymentOf(TERMS, { payer, signature, surplus: 0n });
  await orders.settle(id, payment, paidAt, isFinal ? paidAt : null);
  return { id, reference, buyer, payer, signature, paidAt };
}

const proofPath = (id: string) => `/purchases/${id}/proof`;
const receiptPath = (id: string) => `/purchases/${id}/receipt`;
const NAVIGATION = { Accept: "text/html" };

/** Status, and the words of a refusal in the language. */
async function refusal(answer: Response) {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return [answer.status, error.code, error.message];
}

// spec: statement.purchase
test("the buyer gets a file that is checked without asking the shop again", async () => {
  const { id, reference, buyer, payer, signature, paidAt } = await sale();
  const answer = await buyer.call(proofPath(id), { headers: NAVIGATION });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "content-disposition": `attachment; filename="comptoir-purchase-${id.slice(0, 8)}.json"`,
    "content-type": "application/json; charset=utf-8",
    "x-robots-tag": "noindex",
  });
  const text = await answer.text();
  expect(text).not.toContain("Atlas");
  const list = await (await buyer.call("/.well-known/comptoir.json")).json();
  const { keys } = list as { keys: PublishedKey[] };
  const wanted = { issuer: ORIGIN, kind: "purchase" as const, keys, now: Date.now() };
  const { statement } = await checkStatement(text, wanted);
  expect(statement).toMatchObject({ expiresAt: null });
  expect(statement?.subject).toEqual({
    ...{ order: id, product: productId, sha256: SHA256, sizeBytes: 1_500_000 },
    ...{ cluster: "localnet", transaction: signature, reference, payer, seller: seller.wallet },
    ...{ lamports: "1250000000", sellerLamports: "1237500000" },
    paidAt: new Date(paidAt).toISOString(),
  });
});

// spec: statement.purchase-rights
test("others get 404, as for an order without a purchase, and visitors sign in", async () => {
  const { id, buyer } = await sale();
  const stranger = await newSeller();
  const parties = { productId, ownerUid: seller.uid, buyerUid: stranger.uid };
  const open = await insertOrder(env.DB, parties);
  const late = await insertOrder(env.DB, { ...parties, buyerUid: (await newSeller()).uid });
  await orders.review(late.id, "no_stock", paymentOf(TERMS), Date.now());
  await changeRow(env.DB, "orders", { id: late.id }, { buyer_uid: buyer.uid });
  for (const [reader, order] of [
    [stranger, id],
    [seller, id],
    [stranger, open.id],
    [buyer, late.id],
    [buyer, "nothing"],
    [buyer, "%00"],
  ] as const) {
    for (const headers of [NAVIGATION, {}]) {
      const answer = await reader.call(proofPath(order), { headers });
      expect([order, answer.status]).toEqual([order, 404]);
    }
  }
  const visitor = await buyer.call(proofPath(id), { headers: { Cookie: "locale=en" } });
  expect([visitor.status, visitor.headers.get("Location")]).toEqual([
    302,
    `/login?to=${encodeURIComponent(proofPath(id))}`,
  ]);
});

// spec: statement.purchase-rights
test("the browser whose own payment settled the order gets it by its secret", async () => {
  const { id, buyer, signature } = await sale();
  const ask = (secret: string | null) =>
    buyer.call(`/api/checkout/${id}/proof`, {
      headers: { Cookie: "locale=en", ...(secret && { Authorization: `Checkout ${secret}` }) },
    });
  const columns = { guest_secret_hash: await hashToken(SECRET), guest_wallet: newAddress() };
  await changeRow(env.DB, "orders", { id }, { ...columns, guest_signature: signature });
  const answer = await ask(SECRET);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await answer.json()).toMatchObject({ kind: "purchase", subject: { order: id } });
  expect((await ask("h".repeat(43))).status).toBe(404);
  expect((await ask(null)).status).toBe(404);
  // The page of the purchase links to it.
  const page = await buyer.call(`/acheter/${productId}`, {
    headers: { Cookie: `locale=en; checkout=${SECRET}` },
  });
  expect(await page.text()).toContain(`href="/api/checkout/${id}/proof"`);
  // Another payment than the browser's own settled it.
  await changeRow(env.DB, "orders", { id }, { guest_signature: newSignature() });
  expect((await ask(SECRET)).status).toBe(404);
});

// spec: statement.purchase-states
test("a payment that is not final, was refunded or never was has none, in words", async () => {
  const [fresh, granted, refunded] = [await sale({ isFinal: false }), await sale(), await sale()];
  await changeRow(env.DB, "orders", { id: granted.id }, { paid_lamports: 0 });
  await refund(refunded);
  const rolledBack = await sale({ isFinal: false });
  await orders.rollBack(rolledBack.id, rolledBack.signature, Date.now());
  const { buyer: loser } = rolledBack;
  expect((await loser.call(proofPath(rolledBack.id))).status).toBe(404);
  for (const [one, words, french, shown] of [
    [fresh, "not final yet", "pas encore définitif", "Available once the payment is final"],
    [granted, "granted without a payment", "sans paiement", "no payment is recorded"],
    [refunded, "was refunded", "remboursé", "this purchase was refunded"],
  ] as const) {
    const { id, buyer } = one;
    const [status, code, message] = await refusal(await buyer.call(proofPath(id)));
    expect([status, code, message]).toEqual([409, "conflict", expect.stringContaining(words)]);
    const headers = { Cookie: `${buyer.cookie}; locale=fr` };
    expect((await refusal(await buyer.call(proofPath(id), { headers })))[2]).toContain(french);
    // People read why on the receipt.
    const page = await buyer.call(proofPath(id), { headers: NAVIGATION });
    expect([page.status, page.headers.get("Location")]).toEqual([302, receiptPath(id)]);
    const receipt = await (await buyer.call(receiptPath(id))).text();
    expect(receipt).toContain(shown);
    expect(receipt).not.toContain(proofPath(id));
  }
});

// spec: statement.purchase-states
test("receipt and library link to it; where nothing signs, they do not and it is refused", async () => {
  const { id, buyer } = await sale();
  const link = `href="${proofPath(id)}"`;
  const read = async (reader: Seller, path: string) => (await reader.call(path)).text();
  const receipt = await read(buyer, receiptPath(id));
  for (const part of [link, 'href="/comptoir-verify.mjs"', 'href="/.well-known/comptoir.json"']) {
    expect(receipt).toContain(part);
  }
  expect(receipt).toContain("node comptoir-verify.mjs comptoir-purchase-");
  expect(await read(buyer, "/purchases")).toContain(link);
  expect(await read(seller, `/dashboard/sales/${id}/receipt`)).not.toContain("data-proof");

  const [publicKey] = (await keysOf(buyer)) as [PublishedKey];
  const stolen = { STOLEN_KEYS: `${publicKey.id}@2026-11-27T10:00:00Z` };
  for (const more of [{ SIGNING_KEY: "" }, stolen]) {
    const site = newCachedSite({ more });
    const ask = (path: string, headers = {}) =>
      site.ask(path, { headers: { Cookie: `${buyer.cookie}; locale=en`, ...headers } });
    const answer = await ask(proofPath(id));
    expect(answer.status).toBe(409);
    expect(answer.html).toContain("This shop signs no proofs of purchase.");
    const page = await ask(receiptPath(id));
    expect(page.status).toBe(200);
    expect(page.html).not.toContain("data-proof");
    expect((await ask("/purchases")).html).not.toContain(link);
  }
});

async function keysOf(reader: Seller): Promise<PublishedKey[]> {
  const list = await (await reader.call("/.well-known/comptoir.json")).json();
  return (list as { keys: PublishedKey[] }).keys;
}

async function refund({ id, payer }: Sale): Promise<void> {
  const reference = newAddress();
  const built = { transaction: "", builtAt: 1, lastValidBlockHeight: 9, encryptedSecret: "" };
  const lamports = TERMS.priceLamports;
  const opened = { reference, orderId: id, payer, lamports, closes: true, ...built };
  await refundsIn(db).open(opened, Date.now());
  await refundsIn(db).complete(reference, { signature: newSignature(), slot: 7 }, Date.now());
}
