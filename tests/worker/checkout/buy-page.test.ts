import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { plainPng } from "../../support/images/planted";
import { LOSSY_WEBP } from "../../support/images/samples";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN } from "../../support/seller";
import { publish } from "../../support/upload";

const visit = (path: string, locale: "fr" | "en" = "en") =>
  SELF.fetch(ORIGIN + path, { headers: { Cookie: `locale=${locale}` } });
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

// spec: screen.buy-card, state.buy.loading
test("the purchase page shows cover, second image, title, category, price and description", async () => {
  const seller = await newSeller();
  const file = (bytes: Uint8Array, name: string) => new File([Uint8Array.from(bytes)], name);
  const images = { cover: file(plainPng(), "a.png"), image: file(LOSSY_WEBP, "b.webp") };
  const id = await publish(seller, { title: "Rain", category: "2", ...images });
  const html = await (await visit(`/acheter/${id}`)).text();
  expect(html.match(/src="\/media\//g)?.length).toBeGreaterThanOrEqual(2);
  expect(html).toMatch(/<h1[^>]*>.*Rain.*<\/h1>/);
  const text = textOf(html);
  for (const shown of ["Ebooks &amp; Books", "An hour of rain."]) expect(text).toContain(shown);
  expect(html).toMatch(/0\.25<span[^>]*>SOL/);
});

// spec: screen.buy-badge
test.each([
  [1, /One of a kind|Unique/],
  [7, /Limited edition: 0 of 7|0 of 7|limited to 7/i],
  [null, /Unlimited ∞|∞/],
])("the badge of a product with the limit %s", async (saleLimit, words) => {
  const { uid } = await newSeller();
  const id = await insertProduct(env.DB, uid, { saleLimit });
  expect(textOf(await (await visit(`/acheter/${id}`)).text())).toMatch(words);
});

// spec: catalogue.edition
test("the badge of a limited edition says what it counts, in the shop too", async () => {
  const { uid } = await newSeller();
  const traits = { title: "Linocut", saleLimit: 3, categoryId: 13 };
  const id = await insertProduct(env.DB, uid, { ...traits, sold: 1 });
  const read = async (path: string, locale: "fr" | "en") =>
    textOf(await (await visit(path, locale)).text());
  expect(await read(`/acheter/${id}`, "fr")).toContain("Édition limitée : 1 vendu sur 3");
  expect(await read("/shop?q=linocut", "fr")).toContain("1 vendu sur 3");
  expect(await read(`/sell/${uid}`, "en")).toContain("1 of 3 sold");
  await changeRow(env.DB, "products", { id }, { sold: 2 });
  expect(await read(`/acheter/${id}`, "fr")).toContain("2 vendus sur 3");
});

// spec: buying.steps
test("the steps of an order say what is done and what is to do, in no colour of errors", async () => {
  const [seller, buyer] = [await newSeller(), await newSeller()];
  const productId = await publish(seller, { title: "Steps" });
  const answer = await buyer.call("/api/transactions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ productId }),
  });
  const { transactionId: id } = await answer.json<{ transactionId: string }>();
  async function steps(locale: string) {
    const headers = { Cookie: `${buyer.cookie}; locale=${locale}` };
    const html = await (await buyer.call(`/acheter/${productId}`, { headers })).text();
    const ticket = html.slice(html.indexOf('id="ticket"'));
    const list = /<ol.*?<\/ol>/s.exec(ticket)?.[0] ?? "";
    expect(list).not.toContain("accent");
    return [...list.matchAll(/<li( aria-current="step")?[^>]*>([^<]*)</g)].map(
      ([, current, words]) => (current ? `[${words}]` : words),
    );
  }
  expect(await steps("en")).toEqual([
    "Created",
    "[Sign in your wallet]",
    "To confirm",
    "To deliver",
  ]);
  expect(await steps("fr")).toEqual([
    "Créée",
    "[Signez dans votre wallet]",
    "À confirmer",
    "À livrer",
  ]);

  // The wallet has signed, and the page is opened again.
  const built = { built_transaction: "AA==", built_for: buyer.wallet, built_form: "cosigned" };
  const lasting = { built_at: Date.now(), last_valid_block_height: 1_000_000_000 };
  await changeRow(env.DB, "orders", { id }, { status: "awaiting", ...built, ...lasting });
  expect(await steps("en")).toEqual(["Created", "Signed", "[To confirm]", "To deliver"]);
});

// spec: message.product-load
test("a product that fails to load says so on the purchase page", async () => {
  await env.DB.prepare("ALTER TABLE products RENAME TO products_away").run();
  try {
    const answer = await visit("/acheter/some-product", "fr");
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("Erreur de chargement du produit.");
  } finally {
    await env.DB.prepare("ALTER TABLE products_away RENAME TO products").run();
  }
});

// spec: transition.order.created, field.transaction.id, field.transaction.product
// spec: field.transaction.owner, field.transaction.amount, field.transaction.reference
// spec: field.transaction.recipient, field.transaction.platform, field.transaction.lamports
// spec: field.transaction.buyer-wallet, field.transaction.buyer-uid, field.transaction.status
// spec: field.transaction.payment-requested, field.transaction.created, call.write.transaction
// spec: call.create-transaction
// spec: json.orders
test("a transaction is created with the specified fields", async () => {
  const [seller, buyer] = [await newSeller(), await newSeller()];
  const productId = await publish(seller, { title: "Rain" });
  const answer = await buyer.call("/api/transactions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ productId, buyerWallet: buyer.wallet }),
  });
  expect(answer.status).toBe(201);
  const { transactionId, ...link } = await answer.json<Record<string, string>>();
  expect(transactionId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(link).toMatchObject({
    recipient: seller.wallet,
    amount: "0.25",
    label: "Rain",
    message: "Purchase of Rain",
    status: "pending",
    solanaPayURL: expect.stringMatching(/^solana:/),
  });
  const row = env.DB.prepare("SELECT * FROM orders WHERE id = ?").bind(transactionId);
  expect(await row.first()).toMatchObject({
    product_id: productId,
    owner_uid: seller.uid,
    buyer_uid: buyer.uid,
    buyer_wallet: buyer.wallet,
    status: "pending",
    payment_requested: 0,
    price_lamports: 250_000_000,
    seller_lamports: 247_500_000,
    fee_lamports: 2_500_000,
    recipient: seller.wallet,
    platform: env.PLATFORM_WALLET,
    reference: link.reference,
    created_at: expect.any(Number),
  });
});

test("the purchase page shows up to 4 other products of the seller that are on sale", async () => {
  const [seller, another] = [await newSeller(), await newSeller()];
  const shown = await insertProduct(env.DB, seller.uid, { title: "This one" });
  const others: string[] = [];
  for (let at = 0; at < 5; at++) others.push(await insertProduct(env.DB, seller.uid));
  await insertProduct(env.DB, seller.uid, { status: "disabled" });
  await insertProduct(env.DB, another.uid);
  const links = async (id: string) => {
    const response = await SELF.fetch(`${ORIGIN}/acheter/${id}`, {
      headers: { Cookie: "locale=en" },
    });
    const [, section = ""] =
      /<section aria-labelledby="others"(.*?)<\/section>/s.exec(await response.text()) ?? [];
    return [...section.matchAll(/href="\/acheter\/([^"]+)"/g)].map(([, one]) => one);
  };
  expect(await links(shown)).toEqual(others.reverse().slice(0, 4));
  expect(await links(await insertProduct(env.DB, (await newSeller()).uid))).toEqual([]);
});
