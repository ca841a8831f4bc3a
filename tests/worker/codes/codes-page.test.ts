import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { codeSalesIn } from "../../../db/dashboard/code-sales";
import { insertCode } from "../../support/factories/code";
import { insertOrder } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";

let seller: Seller;
let productId: string;
beforeAll(async () => {
  seller = await newSeller();
  productId = await insertProduct(env.DB, seller.uid, { title: "Rain" });
});

const post = (path: string, fields: Record<string, string>, who = seller) =>
  who.call(path, { method: "POST", body: new URLSearchParams(fields) });

async function page(path = "/codes", who = seller): Promise<string> {
  const answer = await who.call(path);
  expect(answer.status).toBe(200);
  return (await answer.text()).replace(/<script.*?<\/script>/gs, "");
}

const codeNamed = (name: string, uid = seller.uid) =>
  env.DB.prepare("SELECT * FROM codes WHERE owner_uid = ? AND name = ?")
    .bind(uid, name)
    .first<Record<string, string | number | null> & { id: string }>();

/** A settled order with a code, and its entries of the ledger. */
async function sell(code_id: string, entries: Record<string, number>): Promise<void> {
  const buyerUid = (await insertPerson(env.DB)).uid;
  const owner = { productId, ownerUid: seller.uid };
  const { id } = await insertOrder(env.DB, { ...owner, buyerUid });
  const now = Date.now();
  const isRefunded = "refund" in entries;
  await changeRow(
    env.DB,
    "orders",
    { id },
    {
      ...{ code_id, status: isRefunded ? "refunded" : "paid", settled_at: now },
      refunded_at: isRefunded ? now : null,
    },
  );
  for (const [kind, lamports] of Object.entries(entries)) {
    await insertRow(env.DB, "ledger", {
      ...{ order_id: id, product_id: productId, owner_uid: seller.uid, kind, lamports },
      ...{ signature: `${id}-${kind}`, slot: 1, at: now, payer: "P" },
    });
  }
}

describe("forms", () => {
  // spec: seller.codes
  test("a code is made by the form, for the product that the link names, in its time zone", async () => {
    const form = await page(`/codes/new?product=${productId}`);
    expect(form).toMatch(
      new RegExp(`value="${productId}"[^>]*checked|checked[^>]*value="${productId}"`),
    );
    const fields = { name: "Été", kind: "percent", percent: "20", scope: "list", isDefault: "1" };
    const more = { product: productId, endsAt: "2099-07-01T09:00", timeZone: "Asia/Tokyo" };
    const made = await post("/codes/new", { ...fields, ...more, capacity: "9" });
    expect([made.status, made.headers.get("Location")]).toEqual([302, "/codes"]);
    const code = await codeNamed("Été");
    expect(code).toMatchObject({
      ...{ kind: "percent", value: 20, is_for_all: 0, capacity: 9 },
      ends_at: Date.parse("2099-07-01T00:00:00Z"),
    });
    const list = await page();
    expect(list).toContain(`${ORIGIN}/acheter/${productId}?code=%C3%89t%C3%A9`);
    expect(list).toContain("0 of 9");
    expect(await page(`/codes/${code?.id}`)).toContain('value="2099-07-01T');
  });

  // spec: seller.codes, seller.code-names
  test("a refusal stands at its field and keeps what was typed", async () => {
    const answer = await post("/codes/new", { name: "ÉTÉ", percent: "7", minimum: "0,5" });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("Another of your codes has this name.");
    expect(html).toMatch(/name="percent"[^>]*value="7"|value="7"[^>]*name="percent"/);
  });

  // spec: seller.codes
  test("bodies that no form sends are refused, and none is an error of ours", async () => {
    const odd: [string, Record<string, string>][] = [
      ["/codes/new", {}],
      ["/codes/new", { name: "X", percent: "1e2" }],
      ["/codes/new", { name: "X", percent: "1", startsAt: "\u0000", timeZone: "Nowhere/None" }],
      ["/codes/new", { name: "X", percent: "1", scope: "list", product: "\u0000" }],
      ["/codes", { intent: "explode", id: "a" }],
      ["/codes", { intent: "disable" }],
    ];
    for (const [path, fields] of odd) {
      expect([path, fields, (await post(path, fields)).status]).toEqual([path, fields, 422]);
    }
  });

  // spec: seller.codes
  test("another seller's code and product answer as if they were not there", async () => {
    const stranger = await newSeller();
    const id = await insertCode(env.DB, seller.uid, { name: "MINE" });
    const answers = [
      await stranger.call(`/codes/${id}`),
      await post(`/codes/${id}`, { name: "X", percent: "1" }, stranger),
      await post("/codes", { intent: "disable", id }, stranger),
      await post("/codes", { intent: "enable", id }, stranger),
      await stranger.call(`/codes/new?product=${productId}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await page("/codes", stranger)).toContain("You have no code yet.");
  });
});

describe("figures", () => {
  let id: string;
  beforeAll(async () => {
    id = await insertCode(env.DB, seller.uid, { name: "SOLD", kind: "amount", value: 1_000 });
    await sell(id, { sale: 2_000_000_000, fee: 20_000_000 });
    await sell(id, { sale: 1_000_000_000, fee: 10_000_000, refund: -1_000_000_000 });
    await sell(id, { sale: 500, fee_owed: 5, misdirected: 7 });
    await sell(await insertCode(env.DB, seller.uid, { name: "OTHER" }), { sale: 1 });
  });

  // spec: seller.codes-csv
  test("sums are those of the ledger, by code and of its seller alone", async () => {
    const sales = codeSalesIn(openDb(env.DB));
    expect(await sales.ofCodes(seller.uid, [id])).toEqual(
      new Map([[id, { gross: 3_000_000_500n, refunds: -1_000_000_000n, net: 1_970_000_495n }]]),
    );
    expect(await sales.ofCodes((await newSeller()).uid, [id])).toEqual(new Map());
    const csv = await seller.call("/codes/report");
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(await csv.text()).toContain(
      `"SOLD","amount",0.000001,2,3000000500,3.0000005,-1000000000,-1,1970000495,1.970000495`,
    );
  });

  // spec: seller.codes-page
  test("the list has uses and revenue, and the dashboard a line where there is a code", async () => {
    const [, card = ""] =
      /data-code="([^"]*)"[^>]*>(?:(?!data-code).)*SOLD(?:(?!data-code).)*/s.exec(await page()) ??
      [];
    expect(card).toBe(id);
    expect(await page()).toContain("2.0000005");
    expect(await page("/dashboard")).toMatch(/live codes · 3 uses in 30 days/);
    expect(await page("/dashboard", await newSeller())).not.toContain('href="/codes"');
  });
});
