import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { openUpload, PNG, productForm, publish } from "../../support/upload";

const HOUR_MS = 3_600_000;

let seller: Seller;
let other: Seller;
beforeAll(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
});

const row = (id: string) =>
  env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(id).first<Record<string, unknown>>();

/** Posts the edit form of the current version with `fields` changed. */
async function edit(
  who: Seller,
  id: string,
  fields: Record<string, string | Blob | null> = {},
): Promise<Response> {
  const product = await row(id);
  const body = productForm(String(product?.recipient), {
    updatedAt: String(product?.updated_at),
    ...fields,
  });
  return who.call(`/edit/${id}`, { method: "POST", body });
}

/** Text of the alert of a page. */
async function alertOf(answer: Response): Promise<string> {
  return /role="alert"[^>]*>([^<]*)</.exec(await answer.text())?.[1] ?? "";
}

describe("/edit", () => {
  // spec: field.product.subcategory
  test("saves changes and redirects to itself", async () => {
    const id = await publish(seller);
    const answer = await edit(seller, id, {
      title: "Rain, twice",
      price: "1.5",
      category: "2",
      subcategory: "203",
      saleType: "limited",
      saleLimit: "9",
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/edit/${id}`]);
    expect(await row(id)).toMatchObject({
      title: "Rain, twice",
      price_lamports: 1_500_000_000,
      category_id: 2,
      subcategory_id: 203,
      type: "ebook",
      sale_limit: 9,
      status: "active",
    });
  });

  test.each([1, 123_456_789, 1_250_000_000, 1_000_000_000_000])(
    "shows a price that can be saved unchanged (%s lamports)",
    async (lamports) => {
      const id = await publish(seller);
      await changeRow(env.DB, "products", { id }, { price_lamports: lamports });
      for (const locale of ["en", "fr"]) {
        const Cookie = `${seller.cookie}; locale=${locale}`;
        const page = await (await seller.call(`/edit/${id}`, { headers: { Cookie } })).text();
        const control = /<input[^>]*name="price"[^>]*>/.exec(page)?.[0] ?? "";
        expect(control).toContain('type="text"');
        const price = /value="([^"]*)"/.exec(control)?.[1] ?? "";
        expect((await edit(seller, id, { price })).status).toBe(302);
        expect((await row(id))?.price_lamports).toBe(lamports);
      }
    },
  );

  // spec: route.edit
  // spec: identity.not-mine
  test("is for its owner only: a visitor is redirected to sign in, others get 404", async () => {
    const id = await publish(seller);
    const visitor = { ...seller, call: seller.call };
    const gone = await visitor.call(`/edit/${id}`, { headers: { Cookie: "" } });
    expect([gone.status, gone.headers.get("Location")]).toEqual([
      302,
      `/login?to=${encodeURIComponent(`/edit/${id}`)}`,
    ]);
    const answers = [
      await other.call(`/edit/${id}`),
      await edit(other, id, { title: "Mine now" }),
      await seller.call("/edit/no-such-product"),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect((await row(id))?.title).toBe("Field recordings");
  });

  // spec: product.draft
  test("a draft can't be edited or shown as published", async () => {
    const { productId } = await openUpload(seller, 10);
    expect((await seller.call(`/edit/${productId}`)).status).toBe(404);
    expect((await seller.call(`/transaction?published=${productId}`)).status).toBe(404);
  });

  // spec: product.stale-edit
  test("refuses to overwrite a newer version, and keeps the input", async () => {
    const id = await publish(seller);
    const seen = String((await row(id))?.updated_at);
    await edit(seller, id, { title: "First" });
    const late = await edit(seller, id, { title: "Second", updatedAt: seen });
    expect(late.status).toBe(409);
    const page = await late.text();
    expect(page).toContain('value="Second"');
    expect((await row(id))?.title).toBe("First");
  });

  // spec: product.limit-floor
  test("the limit can't fall below what is sold or held", async () => {
    const id = await publish(seller);
    await changeRow(env.DB, "products", { id }, { sold: 2, held: 1 });
    const low = await edit(seller, id, { saleType: "limited", saleLimit: "2" });
    expect(low.status).toBe(422);
    expect(await alertOf(low)).toContain("below 3");
    expect((await edit(seller, id, { saleType: "unique" })).status).toBe(422);
    expect((await edit(seller, id, { saleType: "limited", saleLimit: "3" })).status).toBe(302);
  });

  // spec: permission.payout-wallet
  // spec: identity.reauthentication
  test("another payout wallet needs re-authentication within ten minutes", async () => {
    const stale = await newSeller("free", HOUR_MS);
    const id = await publish(stale);
    const recipient = newAddress();
    const asked = await edit(stale, id, { recipient });
    expect(asked.status).toBe(403);
    expect((await row(id))?.recipient).toBe(stale.wallet);
    expect((await edit(stale, id, { title: "Only the title" })).status).toBe(302);

    const mine = await publish(seller);
    expect((await edit(seller, mine, { recipient })).status).toBe(302);
    expect((await row(mine))?.recipient).toBe(recipient);
  });

  test("a new picture has a new URL, and the old one is deleted", async () => {
    const id = await publish(seller, { cover: new File([PNG], "a.png") });
    const first = String((await row(id))?.cover_key);
    expect(first).toBe(`files/${seller.uid}/${id}/cover_a.png`);

    await edit(seller, id, { cover: new File([PNG], "a.png") });
    const second = String((await row(id))?.cover_key);
    expect(second).toMatch(/\/cover_[\w-]{22}-a\.png$/);
    expect(await env.FILES.head(first)).toBeNull();
    expect(await env.FILES.head(second)).not.toBeNull();

    await edit(seller, id);
    expect((await row(id))?.cover_key).toBe(second);
    const bad = await edit(seller, id, { cover: new File(["<svg/>"], "a.svg") });
    expect(bad.status).toBe(422);
    await edit(seller, id, { removeCover: "1" });
    expect((await row(id))?.cover_key).toBe("");
    expect(await env.FILES.head(second)).toBeNull();
  });
});

// spec: product.disabled-page, product.status-edit
test("the edit page disables and activates its product, which badge and shop follow; others can't", async () => {
  const title = `Switched ${crypto.randomUUID()}`;
  const id = await publish(seller, { title });
  const path = `/edit/${id}/status`;
  const set = (who: Seller, status: string) =>
    who.call(path, { method: "POST", body: new URLSearchParams({ status }) });
  const shown = async () => {
    const [page, shop] = await Promise.all([
      seller.call(`/edit/${id}`).then((answer) => answer.text()),
      SELF.fetch(`${ORIGIN}/shop?q=${encodeURIComponent(title)}`).then((answer) => answer.text()),
    ]);
    expect(page).toContain(`href="${path}"`);
    const badge = /(?<=>)(Active|Disabled)(?=<)/.exec(page)?.[1];
    return [badge, shop.includes(`/acheter/${id}`)];
  };
  expect(await shown()).toEqual(["Active", true]);
  expect(await (await seller.call(path)).text()).toContain('name="status" value="disabled"');
  for (const [status, toast, expected] of [
    ["disabled", "productDisabled", ["Disabled", false]],
    ["active", "productActivated", ["Active", true]],
  ] as const) {
    expect((await set(other, status)).status).toBe(404);
    const answer = await set(seller, status);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/edit/${id}`]);
    expect(answer.headers.get("Set-Cookie")).toContain(toast);
    expect(await shown()).toEqual(expected);
  }
  expect((await set(seller, "sold")).status).toBe(422);
  expect(await row(id)).toMatchObject({ status: "active" });
});
