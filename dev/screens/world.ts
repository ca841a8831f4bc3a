import { createHash, randomBytes, randomUUID } from "node:crypto";
import bs58 from "bs58";
import { hashToken } from "../../app/accounts/use-cases/hash-token";
import { apiPaths } from "../../app/lib/api-paths";
import { paths } from "../../app/lib/paths";
import { openDb } from "../../db/client";
import { ordersIn } from "../../db/orders/orders";
import type { InProcessApp } from "../../tests/support/app-here";
import { insertAffiliate, payAffiliates } from "../../tests/support/factories/affiliate";
import { insertBundle } from "../../tests/support/factories/bundle";
import { insertCode } from "../../tests/support/factories/code";
import { paymentOf } from "../../tests/support/factories/order";
import { insertPerson } from "../../tests/support/factories/person";
import { insertAuthor, product } from "../../tests/support/factories/product";
import { insertReview } from "../../tests/support/factories/review";
import type { GoogleApp } from "../../tests/support/google-app";
import { giveLicences } from "../../tests/support/licences";
import { newAddress, newSignature } from "../../tests/support/random-keys";
import { changeRow, insertion, insertRow } from "../../tests/support/rows";
import { postLogin, sessionOf } from "../../tests/support/sign-in";
import { openUpload, putPart } from "../../tests/support/upload";
import { localDatabase } from "../run/local-database";
import { DEMO_BUNDLE } from "../seed/demo/bundle";
import { BUYER, DEMO_PASSWORD, demoId, SELLERS } from "../seed/demo/people";
import { buyerWallet, PRODUCT_CASES, type ProductCase } from "./product-cases";

const HOUR_MS = 3_600_000;
/** Of the seller whose pages are drawn. */
const SELLER = SELLERS[0];
const OTHER_SELLER = SELLERS[1];
/** Address of a password account and of an account at the OpenID provider. */
export const SHARED_EMAIL = SELLER?.email ?? "";

/**
 * Who looks at a page: the buyer or a seller of the demo, the seller whose products the cases are, the
 * first seller an hour after the last re-authentication, or a wallet account made for each picture.
 */
export type Who = "visitor" | "buyer" | "seller" | "otherSeller" | "returningSeller" | "newcomer";

/** What the pictures show: the demo, and products of it in every state of a purchase. */
export interface World {
  app: InProcessApp;
  /** Ids of products, by their state for the demo's buyer. */
  products: Record<ProductState, string>;
  sellerUid: string;
  /** Account without products that has saved its sales page. */
  emptySellerUid: string;
  /** Order that the buyer's wallet paid for another account. */
  claimableOrderId: string;
  /** The buyer's purchase, a sale of the seller, and the buyer's messages to another seller. */
  purchaseOrderId: string;
  saleOrderId: string;
  /** Draft of `otherSeller` whose file has arrived. */
  draftId: string;
  /** Draft of theirs in which nothing is typed yet. */
  emptyDraftId: string;
  /** The seller's code for one product. */
  codeId: string;
  /**
   * Bundles of the first seller: on sale, with an item that the buyer has paid for, with one that is disabled, and
   * one that the buyer has paid.
   */
  bundles: Record<"onSale" | "credited" | "stopped" | "paid", string>;
  /** The product of that sale, in which the buyer shares. */
  soldProductId: string;
  /** Of an invitation to share in it. */
  coAuthorToken: string;
  /** Of an invitation to recommend that product, which the buyer recommends already. */
  invitationToken: string;
  threadId: string;
  /** Opens the page of a report that the operator has answered. */
  reportToken: string;
  /** The buyer's purchase without a review, and one that was refunded. `purchaseOrderId` has a review. */
  reviewableOrderId: string;
  refundedOrderId: string;
  /** A product of the seller with reviews in each state, and one of them, which is answered. */
  reviewedProductId: string;
  reviewId: string;
  /** `name=value` of the session's cookie, just re-authenticated; null for a visitor. */
  sessionOf(who: Who): Promise<string | null>;
}

export type ProductState = keyof typeof PRODUCT_CASES | "owned" | "own";

const TRADER = {
  seller_kind: "trader",
  business_name: "Léa Moret EI",
  business_address: "4 rue du Port\n44000 Nantes",
};

/** Makes the people, products and orders of the pictures, beside the demo. */
export async function createWorld({ app, google }: GoogleApp): Promise<World> {
  if (!SELLER || !OTHER_SELLER) throw new Error("The demo has two sellers");
  const db = localDatabase(app.worker);
  const [buyer, seller, otherSeller, returningSeller] = await Promise.all([
    signIn(app, BUYER.email),
    signIn(app, SELLER.email),
    signIn(app, OTHER_SELLER.email),
    signIn(app, SELLER.email),
  ]);
  await setProven(db, returningSeller, Date.now() - HOUR_MS);
  google.add({ email: SHARED_EMAIL, name: "Léa Moret" });
  const owner = { uid: OTHER_SELLER.uid, headers: headersOf(app, otherSeller) };
  const products = await createProducts(app, owner, buyer);
  await changeRow(db, "users", { uid: SELLER.uid }, TRADER);
  const emptySeller = await insertPerson(db, { name: "Atelier vide" });
  await insertRow(db, "sell_pages", { uid: emptySeller.uid, updated_at: Date.now() });
  const claimableOrderId = await createClaimableOrder(app, products.claimable);
  const { id: purchaseOrderId } = await paidOrder(db, "buyer_uid", BUYER.uid);
  // A final payment has a proof of purchase.
  await changeRow(db, "orders", { id: purchaseOrderId }, { finalized_at: Date.now() });
  const sale = await paidOrder(db, "owner_uid", SELLER.uid);
  await countSources(db, SELLER.uid, sale.productId);
  const invitationToken = await recommend(db, sale);
  const { id: withdrawnOrderId } = await paidOrder(db, "owner_uid", OTHER_SELLER.uid);
  await declareWithdrawal(db, withdrawnOrderId, OTHER_SELLER.uid);
  const coAuthorToken = await shareSale(db, SELLER.uid, sale);
  await giveKeys(app, { seller, buyer }, sale.productId);
  return {
    app,
    coAuthorToken,
    purchaseOrderId,
    saleOrderId: sale.id,
    soldProductId: sale.productId,
    codeId: await createCodes(db, SELLER.uid, sale),
    bundles: await createBundles(app, buyer, SELLER.uid),
    invitationToken,
    draftId: await newDraft(app, otherSeller),
    emptyDraftId: await newEmptyDraft(app, otherSeller),
    threadId: await writeToSeller(app, buyer, purchaseOrderId),
    reportToken: await answeredReport(db, products.own),
    ...(await createReviews(app, { buyer, owner, purchaseOrderId, products })),
    products,
    sellerUid: SELLER.uid,
    emptySellerUid: emptySeller.uid,
    claimableOrderId,
    sessionOf: async (who) => {
      if (who === "visitor") return null;
      if (who === "newcomer") return newSession(app);
      if (who === "returningSeller") return returningSeller;
      const session = { buyer, seller, otherSeller }[who];
      await setProven(db, session, Date.now());
      return session;
    },
  };
}

/** A product has made keys for its buyers, one of whom has looked at theirs, and has a list now. */
async function giveKeys(
  app: InProcessApp,
  people: { seller: string; buyer: string },
  id: string,
): Promise<void> {
  const item = { id, seller: { headers: headersOf(app, people.seller) } };
  await giveLicences(app, item);
  await fetch(app.url + paths.purchases, { headers: headersOf(app, people.buyer) });
  await giveLicences(app, item, { keys: ["LIST-KEY-0001-ABCD-EFGH"], instances: "3" });
}

/** Codes in each state, of which one has the sale. Returns the id of one for one product. */
async function createCodes(
  db: D1Database,
  uid: string,
  sale: { id: string; productId: string },
): Promise<string> {
  const now = Date.now();
  const products = [sale.productId];
  const id = await insertCode(db, uid, { name: "SUMMER-2026", products, capacity: 50, sold: 1 });
  await changeRow(db, "orders", { id: sale.id }, { code_id: id });
  await changeRow(db, "products", { id: sale.productId }, { default_code_id: id });
  const others = [
    { name: "A-NAME-OF-32-CHARACTERS-ABCDEFGH", kind: "amount", value: 2_500_000_000 },
    { name: "NEXT", startsAt: now + 24 * HOUR_MS },
    { name: "LAST", endsAt: now - 24 * HOUR_MS },
    { name: "OLD", disabledAt: now },
  ] as const;
  for (const other of others) await insertCode(db, uid, other);
  return id;
}

/** A purchase of the buyer of which nothing is written yet. */
async function reviewableOrder(
  app: InProcessApp,
  session: string,
  seller: { uid: string; headers: Record<string, string> },
): Promise<string> {
  const { id } = await product(app, { seller, title: "Letters of the tide" });
  const orderId = await openOrder(app, session, id);
  const orders = ordersIn(openDb(localDatabase(app.worker)));
  const order = await orders.byId(orderId);
  if (!order) throw new Error("The order is missing");
  await orders.settle(orderId, paymentOf(order, { payer: buyerWallet(), surplus: 0n }), Date.now());
  // Its payment is not on the chain: a poll would roll it back.
  await changeRow(
    localDatabase(app.worker),
    "orders",
    { id: orderId },
    { finalized_at: Date.now() },
  );
  return orderId;
}

interface Reviewed {
  buyer: string;
  owner: { uid: string; headers: Record<string, string> };
  purchaseOrderId: string;
  products: World["products"];
}

async function createReviews(
  app: InProcessApp,
  { buyer, owner, purchaseOrderId, products }: Reviewed,
): Promise<
  Pick<World, "reviewableOrderId" | "refundedOrderId" | "reviewedProductId" | "reviewId">
> {
  const db = localDatabase(app.worker);
  const sql = `SELECT product_id FROM orders WHERE owner_uid = ? AND status = 'paid'
    GROUP BY product_id ORDER BY count(*) DESC`;
  const mostSold = db.prepare(sql).bind(SELLER?.uid ?? "");
  const reviewedProductId = (await mostSold.first<string>("product_id")) ?? "";
  return {
    reviewableOrderId: await reviewableOrder(app, buyer, owner),
    refundedOrderId: await refundedOrder(db, products.refunded),
    reviewedProductId,
    reviewId: await writeReviews(db, reviewedProductId, purchaseOrderId),
  };
}

async function refundedOrder(db: D1Database, productId: string): Promise<string> {
  await changeRow(db, "orders", { product_id: productId }, { settled_at: Date.now() - HOUR_MS });
  const sql = "SELECT id FROM orders WHERE product_id = ?";
  return (await db.prepare(sql).bind(productId).first<string>("id")) ?? "";
}

const LONG_REVIEW =
  "The recordings are clean, and the notes say where each one was made. I have used three of them in a film. ".repeat(
    8,
  );

/** Reviews in each state of the sales of a product, and one by the demo's buyer; returns the id of an answered one. */
async function writeReviews(
  db: D1Database,
  productId: string,
  ownOrderId: string,
): Promise<string> {
  const words = [
    { stars: 5, text: LONG_REVIEW.trim(), name: "Robin of the harbour" },
    { stars: 2, text: "Half of the files are silent.\n\nThe seller paid me back the same day." },
    { stars: 4, text: "" },
    { stars: 1, text: "Not what I expected." },
  ] as const;
  const sql = "SELECT id, buyer_uid AS uid FROM orders WHERE product_id = ? AND status = 'paid'";
  const { results } = await db.prepare(sql).bind(productId).all<{ id: string; uid: string }>();
  const ids: string[] = [];
  for (const [at, { id: orderId, uid }] of results.slice(0, words.length).entries()) {
    ids.push(await insertReview(db, { orderId, uid, tag: "k7px", ...words[at] }));
  }
  const [first = "", refunded = "", , hidden = ""] = ids;
  const answer = { answer: "Thank you. More of them come in spring.", answered_at: Date.now() };
  await changeRow(db, "reviews", { id: first }, answer);
  await changeRow(db, "reviews", { id: refunded }, { standing: "refunded" });
  const reason = "It names a person who has nothing to do with the product.";
  await changeRow(db, "reviews", { id: hidden }, { hidden_at: Date.now(), hidden_reason: reason });
  const own = { stars: 4, text: "Good to work with.", name: "Sam" } as const;
  await insertReview(db, { orderId: ownOrderId, uid: BUYER.uid, ...own });
  return first;
}

async function createBundles(
  app: InProcessApp,
  buyer: string,
  uid: string,
): Promise<World["bundles"]> {
  const db = localDatabase(app.worker);
  const recipient = SELLERS[0]?.wallet.publicKey.toBase58() ?? "";
  const priced = { recipient, price: 150_000_000, description: TEXT };
  const make = (title: string, slugs: string[]) =>
    insertBundle(db, uid, slugs.map(demoId), { ...priced, title });
  const buy = async (productId: string, fileKey: string | null) => {
    const orderId = await openOrder(app, buyer, productId);
    const at = Date.now();
    const settled = { status: "paid", settled_at: at, finalized_at: at, hold: "sold" };
    await changeRow(db, "orders", { id: orderId }, settled);
    const of = { uid: BUYER.uid, product_id: productId, order_id: orderId };
    await insertRow(db, "purchases", { ...of, created_at: at, file_key: fileKey });
  };
  const paid = await make("Everything for a long train journey", ["sentiers", "podcasts"]);
  await buy(paid, null);
  const presets = await db
    .prepare("SELECT id, file_key AS fileKey FROM products WHERE id = ?")
    .bind(demoId("presets"))
    .first<{ id: string; fileKey: string }>();
  if (presets) await buy(presets.id, presets.fileKey);
  return {
    onSale: demoId(DEMO_BUNDLE.slug),
    credited: await make("Sounds and pictures", ["tuiles", "presets", "leman"]),
    stopped: await make("Words, and somebody who reads them", ["relecture", "comptable"]),
    paid,
  };
}

/** The buyer shares in a sale, and somebody is invited; returns the token. */
async function shareSale(
  db: D1Database,
  ownerUid: string,
  sale: { id: string; productId: string },
): Promise<string> {
  const of = { uid: BUYER.uid, wallet: buyerWallet() };
  await insertAuthor(db, sale.productId, { ...of, bps: 1_250 });
  const entry = { order_id: sale.id, wallet: of.wallet, occurrence: 0, role: "author" };
  for (const [kind, lamports] of [
    ["share", 31_250_000] as const,
    ["share_owed", 500_000] as const,
  ]) {
    const at = Date.now();
    const row = { ...entry, kind, asset: "SOL", lamports, at, signature: "5".repeat(88) };
    await insertRow(db, "share_entries", row);
  }
  const change = { product_id: sale.productId, uid: BUYER.uid, at: Date.now() };
  const joined = { by_uid: BUYER.uid, kind: "joined", from_bps: 0, to_bps: 1_000 };
  await insertRow(db, "author_changes", { ...change, ...joined });
  const changed = { by_uid: ownerUid, kind: "changed", from_bps: 1_000, to_bps: 1_250 };
  await insertRow(db, "author_changes", { ...change, ...changed });
  const token = "a".repeat(43);
  await insertRow(db, "author_invitations", {
    ...{ id: token, token_hash: await hashToken(token), product_id: sale.productId },
    ...{ owner_uid: ownerUid, bps: 500, note: "Robin", created_at: Date.now() },
  });
  return token;
}

/** A long name of a link and sources beside those of the demo. */
async function countSources(db: D1Database, uid: string, productId: string): Promise<void> {
  const name = "a-name-of-thirty-two-characters-";
  await insertRow(db, "source_names", { owner_uid: uid, name, created_at: Date.now() });
  const of = {
    owner_uid: uid,
    product_id: productId,
    day: Math.floor(Date.now() / (24 * HOUR_MS)),
  };
  const sources: [source: string, views: number, sales: number][] = [
    [`src:${name}`, 1_240, 31],
    [`${"a-long-name-of-a-host.".repeat(4)}example.com`, 12, 0],
    ["other", 7, 0],
  ];
  for (const [source, views, sales] of sources) {
    await insertRow(db, "source_days", { ...of, source, views, sales });
  }
}

/**
 * The buyer recommends the product of a sale and got a part of it, somebody has applied, and an invitation is open;
 * returns its secret.
 */
async function recommend(db: D1Database, sale: { id: string; productId: string }): Promise<string> {
  const { productId } = sale;
  await payAffiliates(db, productId, { isOpen: true });
  await insertAffiliate(db, { productId, uid: BUYER.uid, code: "demoAffilia1" });
  const wallet = newAddress();
  await db.batch([
    insertion(db, "affiliate_wallets", { uid: BUYER.uid, wallet }),
    ...["share", "due_back"].map((kind) =>
      insertion(db, "share_entries", {
        ...{ order_id: sale.id, wallet, kind, signature: newSignature(), occurrence: 0 },
        ...{ role: "affiliate", asset: "SOL", lamports: 99_000_000, at: Date.now() },
      }),
    ),
  ]);
  const { uid } = await insertPerson(db, { name: "A name as long as names can be here" });
  await insertAffiliate(db, { productId, uid, code: "demoAffilia2", bps: 4_000, state: "applied" });
  const token = randomBytes(32).toString("base64url");
  await insertRow(db, "affiliate_invitations", {
    ...{ id: randomUUID(), product_id: productId, token_hash: await hashToken(token) },
    ...{ capacity: 5, created_at: Date.now(), expires_at: Date.now() + 240 * HOUR_MS },
  });
  return token;
}

/** A product in each state, and the orders of these states. */
async function createProducts(
  app: InProcessApp,
  owner: { uid: string; headers: Record<string, string> },
  buyer: string,
): Promise<World["products"]> {
  const db = localDatabase(app.worker);
  const products = {
    owned: demoId("ambiances"),
    own: await newestOf(db, SELLER?.uid ?? ""),
  } as Record<ProductState, string>;
  for (const [state, one] of Object.entries<ProductCase>(PRODUCT_CASES)) {
    const { title, saleLimit = null } = one;
    const { id } = await product(app, { seller: owner, title, saleLimit, description: TEXT });
    const sha256 = createHash("sha256").update(title).digest("hex");
    await changeRow(db, "files", { product_id: id }, { sha256 });
    if (one.order) {
      const orderId = await openOrder(app, buyer, id);
      if (Object.keys(one.order).length > 0)
        await changeRow(db, "orders", { id: orderId }, one.order);
      if (one.payment) await recordPayment(db, orderId, one.payment);
    }
    if (one.product) await changeRow(db, "products", { id }, one.product);
    products[state as ProductState] = id;
  }
  return products;
}

/** Paid by the buyer's wallet for another account. */
async function createClaimableOrder(app: InProcessApp, productId: string): Promise<string> {
  const db = localDatabase(app.worker);
  const orderId = await openOrder(app, await newSession(app), productId);
  await changeRow(
    db,
    "orders",
    { id: orderId },
    {
      status: "paid_by_other",
      payer_wallet: buyerWallet(),
      paid_lamports: 50_000_000,
    },
  );
  await recordPayment(db, orderId, { kind: "misdirected", lamports: 50_000_000 });
  return orderId;
}

const TEXT =
  "Twelve sheets, drawn in one winter and printed by hand. The archive has each of them as a PDF " +
  "and as SVG.\n\nFree to use in your own work, with a line that says where they come from.";

/** The session of an account that has nothing but a wallet. */
async function newSession(app: InProcessApp): Promise<string> {
  const traits = { name: "Robin", wallet: newAddress() };
  const { token } = await insertPerson(localDatabase(app.worker), traits);
  return `session=${token}`;
}

async function signIn(app: InProcessApp, email: string): Promise<string> {
  const site = { origin: app.url, fetch };
  const fields = { intent: "sign-in", email, password: DEMO_PASSWORD };
  const session = sessionOf(await postLogin(site, fields));
  if (!session) throw new Error(`${email} can't sign in`);
  return session;
}

/** Sets the time of the session's last re-authentication. */
async function setProven(db: D1Database, session: string, at: number): Promise<void> {
  const token_hash = await hashToken(session.replace("session=", ""));
  await changeRow(db, "sessions", { token_hash }, { proven_at: at });
}

const headersOf = (app: InProcessApp, session: string) => ({
  Cookie: `${session}; locale=en`,
  Origin: app.url,
});

async function openOrder(app: InProcessApp, session: string, productId: string): Promise<string> {
  const answer = await fetch(`${app.url}/api/transactions`, {
    method: "POST",
    headers: { ...headersOf(app, session), "Content-Type": "application/json" },
    body: JSON.stringify({ productId }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { transactionId: string }).transactionId;
}

/** Writes to the ledger that the wallet of the order paid. */
async function recordPayment(
  db: D1Database,
  orderId: string,
  { kind, lamports }: NonNullable<ProductCase["payment"]>,
): Promise<void> {
  const signature = bs58.encode(randomBytes(64));
  const sql = `INSERT INTO ledger (order_id, product_id, owner_uid, kind, lamports, signature, slot, at, payer)
    SELECT id, product_id, owner_uid, ?, ?, ?, 1, ?, payer_wallet FROM orders WHERE id = ?`;
  await db.prepare(sql).bind(kind, lamports, signature, Date.now(), orderId).run();
}

async function paidOrder(
  db: D1Database,
  person: "buyer_uid" | "owner_uid",
  uid: string,
): Promise<{ id: string; productId: string }> {
  const sql = `SELECT id, product_id AS productId FROM orders
    WHERE ${person} = ? AND status = 'paid' ORDER BY created_at DESC`;
  const order = await db.prepare(sql).bind(uid).first<{ id: string; productId: string }>();
  if (!order) throw new Error(`The demo has no paid order with ${person} ${uid}`);
  return order;
}

/** Made by the buyer sixteen days ago, so that the refund is late; and one that nobody proved. */
async function declareWithdrawal(db: D1Database, order_id: string, owner_uid: string) {
  const row = { order_id, owner_uid, name: "Sam Keller", contact: "sam@comptoir.example" };
  const declared_at = Date.now() - 16 * 24 * HOUR_MS;
  for (const proof of ["account", null]) {
    const [id, contract] = [randomBytes(16).toString("hex"), `Tide tables (${order_id})`];
    const more = { id, contract, proof, locale: "en", declared_at, hash: "", secret_hash: id };
    await insertRow(db, "withdrawals", { ...row, ...more });
  }
}

async function newEmptyDraft(app: InProcessApp, session: string): Promise<string> {
  const init = { method: "POST", headers: headersOf(app, session), body: new URLSearchParams() };
  const answer = await fetch(`${app.url}/api/drafts`, init);
  return ((await answer.json()) as { productId: string }).productId;
}

async function newDraft(app: InProcessApp, session: string): Promise<string> {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(app.url + path, { ...init, headers: { ...headersOf(app, session), ...init.headers } });
  const seller = { wallet: newAddress(), call };
  const { key, productId } = await openUpload(seller, 9, { title: "Tide tables" });
  await putPart(seller, key, 1, "the goods");
  return productId;
}

async function writeToSeller(app: InProcessApp, session: string, orderId: string): Promise<string> {
  const answer = await fetch(app.url + apiPaths.messages(orderId), {
    method: "POST",
    headers: { ...headersOf(app, session), "Content-Type": "application/json" },
    body: JSON.stringify({ text: "Which paper did you use?\nThe grain is very fine." }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  const db = localDatabase(app.worker);
  const sql = "SELECT id FROM threads ORDER BY last_at DESC";
  return (await db.prepare(sql).first<string>("id")) ?? "";
}

async function answeredReport(db: D1Database, productId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const words = { title: "Tide tables", text: "Page 3 shows my photograph.", email: "" };
  await insertRow(db, "reports", {
    ...{ id: randomUUID(), product_id: productId, ...words, reason: "copyright", locale: "en" },
    ...{ token_hash: await hashToken(token), created_at: Date.now(), answered_at: Date.now() },
    ...{ decision: "kept", decision_reason: "The seller showed us your licence of May 2026." },
  });
  return token;
}

async function newestOf(db: D1Database, ownerUid: string): Promise<string> {
  const sql = "SELECT id FROM products WHERE owner_uid = ? AND status = 'active' ORDER BY seq DESC";
  const id = await db.prepare(sql).bind(ownerUid).first<string>("id");
  if (!id) throw new Error("The demo's seller has no product");
  return id;
}
