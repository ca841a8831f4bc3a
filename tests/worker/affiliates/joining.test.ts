import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import {
  MAX_AFFILIATES,
  MAX_APPLICATIONS_OF_PERSON,
  MAX_APPLICATIONS_OF_PRODUCT,
  MAX_OPEN_LINKS,
} from "../../../app/affiliates/rules/affiliate";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { insertAffiliate, payAffiliates } from "../../support/factories/affiliate";
import { insertProduct } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { advanceClock } from "../../support/worker-clock";

let seller: Seller;
let productId: string;
beforeEach(async () => {
  seller = await newSeller();
  productId = await insertProduct(env.DB, seller.uid);
  await payAffiliates(env.DB, productId, { isOpen: true });
});

const post = (who: Seller, path: string, fields: Record<string, string> = {}) =>
  who.call(path, { method: "POST", body: new URLSearchParams(fields) });
const apply = (who: Seller, to = productId) => post(who, `/affiliate/${to}`, { note: "My site" });
const manage = (fields: Record<string, string>, who = seller) =>
  post(who, `/edit/${productId}/affiliates`, fields);

async function rows(condition: string, ...values: string[]) {
  const { results } = await env.DB.prepare(
    `SELECT id, uid, product_id, state, bps, code FROM affiliates WHERE ${condition} ORDER BY created_at, id`,
  )
    .bind(...values)
    .all<{
      id: string;
      uid: string;
      product_id: string;
      state: string;
      bps: number | null;
      code: string;
    }>();
  return results;
}
const stateOf = async ({ uid }: Seller) =>
  (await rows("uid = ? AND product_id = ?", uid, productId))[0]?.state;
const idOf = async ({ uid }: Seller) =>
  (await rows("uid = ? AND product_id = ?", uid, productId))[0]?.id ?? "";

/** Rows of others, by one statement. */
async function fill(count: number, uid: string, product: string, state: string): Promise<void> {
  const columns = `(id, code, product_id, uid, state, created_at, updated_at)`;
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO affiliates ${columns} SELECT hex(randomblob(8)), hex(randomblob(6)),
       iif(?3 = '', hex(randomblob(8)), ?3), iif(?2 = '', hex(randomblob(8)), ?2), ?4, 1, 1 FROM n`,
  )
    .bind(count, uid, product, state)
    .run();
}

async function invite(fields: Record<string, string> = {}): Promise<string> {
  const answer = await manage({ intent: "invite", people: "1", percent: "", ...fields });
  return /\/affiliate\/invitation\/[\w-]{43}/.exec(await answer.text())?.[0] ?? "";
}

// spec: affiliate.application
test("a person with a linked wallet applies, and the seller answers", async () => {
  const person = await newSeller();
  expect((await apply(person)).status).toBe(302);
  expect(await stateOf(person)).toBe("applied");
  // Once is enough.
  expect((await apply(person)).status).toBe(409);
  const id = await idOf(person);
  const stranger = await newSeller();
  expect((await manage({ intent: "decide", id, decision: "accept" }, stranger)).status).toBe(404);
  const other = await insertProduct(env.DB, stranger.uid);
  const elsewhere = { intent: "decide", id, decision: "accept" };
  expect((await post(stranger, `/edit/${other}/affiliates`, elsewhere)).status).toBe(409);
  expect(await stateOf(person)).toBe("applied");
  expect((await manage(elsewhere)).status).toBe(302);
  expect(await stateOf(person)).toBe("active");
  expect((await manage({ intent: "percent", id, percent: "40" })).status).toBe(302);
  expect((await manage({ intent: "percent", id, percent: "76" })).status).toBe(422);
  expect(await rows("id = ?", id)).toMatchObject([{ bps: 4_000 }]);
  const page = await (await seller.call(`/edit/${productId}/affiliates`)).text();
  expect(page).toContain("My site");
  expect((await manage({ intent: "decide", id, decision: "refuse" })).status).toBe(302);
  // For good: neither by an application nor by an invitation.
  expect((await apply(person)).status).toBe(409);
  expect((await post(person, await invite())).status).toBe(409);
  expect(await stateOf(person)).toBe("refused");
});

// spec: affiliate.application
test("neither the seller nor a person without a wallet applies, nor anybody where it is not open", async () => {
  expect((await apply(seller)).status).toBe(409);
  const person = await newSeller();
  await changeRow(env.DB, "users", { uid: person.uid }, { wallet: null });
  expect((await apply(person)).status).toBe(409);
  const other = await newSeller();
  for (const changes of [{ isOpen: false }, { bps: null, isOpen: true }]) {
    await payAffiliates(env.DB, productId, changes);
    expect((await apply(other)).status).toBe(404);
    expect((await other.call(`/affiliate/${productId}`)).status).toBe(404);
  }
  expect((await apply(other, "no-such-product")).status).toBe(404);
  expect(await rows("product_id = ?", productId)).toEqual([]);
});

// spec: affiliate.bounds
test("open applications are bounded by person and by product, also at once", async () => {
  const person = await newSeller();
  await fill(MAX_APPLICATIONS_OF_PERSON - 1, person.uid, "", "applied");
  const second = await insertProduct(env.DB, seller.uid);
  await payAffiliates(env.DB, second, { isOpen: true });
  const answers = await Promise.all([apply(person), apply(person, second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);

  await fill(MAX_APPLICATIONS_OF_PRODUCT, "", second, "applied");
  expect((await apply(await newSeller(), second)).status).toBe(409);
});

// spec: affiliate.bounds
test("a product has 100 affiliates in force at most", async () => {
  await fill(MAX_AFFILIATES - 1, "", productId, "active");
  const people = await Promise.all([newSeller(), newSeller()]);
  for (const person of people) await apply(person);
  const accept = async (person: Seller) =>
    manage({ intent: "decide", id: await idOf(person), decision: "accept" });
  const answers = await Promise.all(people.map(accept));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  expect((await post(await newSeller(), await invite())).status).toBe(409);
  expect(await rows("product_id = ? AND state = 'active'", productId)).toHaveLength(MAX_AFFILIATES);
});

// spec: affiliate.invitation
test("an invitation is accepted as often as it says, within 30 days, and its secret is stored nowhere", async () => {
  const link = await invite({ percent: "35" });
  const token = link.split("/").at(-1) ?? "";
  const { results } = await env.DB.prepare("SELECT * FROM affiliate_invitations").all();
  expect(JSON.stringify(results)).not.toContain(token);
  const people = await Promise.all([newSeller(), newSeller(), newSeller()]);
  const answers = await Promise.all(people.map((person) => post(person, link)));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(await rows("product_id = ?", productId)).toMatchObject([{ state: "active", bps: 3_500 }]);
  expect((await (people[0] as Seller).call(link)).status).toBe(404);

  const old = await invite({ people: "100" });
  expect((await post(seller, old)).status).toBe(409);
  const revoked = await invite();
  const revocation = { intent: "revoke", id: await newestInvitation() };
  expect((await manage(revocation, await newSeller())).status).toBe(404);
  expect((await manage(revocation)).status).toBe(302);
  expect((await post(await newSeller(), revoked)).status).toBe(404);
  // One is open already.
  for (let n = 1; n < MAX_OPEN_LINKS; n++) expect(await invite()).not.toBe("");
  expect(await invite()).toBe("");

  advanceClock(30 * 86_400_000);
  expect((await post(await newSeller(), old)).status).toBe(404);
});

async function newestInvitation(): Promise<string> {
  const row = await env.DB.prepare(
    "SELECT id FROM affiliate_invitations WHERE product_id = ? ORDER BY rowid DESC",
  )
    .bind(productId)
    .first<{ id: string }>();
  return row?.id ?? "";
}

// spec: affiliate.leave
test("an affiliate leaves one product or all, and may apply again; one that the seller ended may not", async () => {
  const person = await newSeller();
  await insertAffiliate(env.DB, { productId, uid: person.uid });
  expect((await post(person, "/affiliate", { intent: "leave", productId })).status).toBe(302);
  expect(await stateOf(person)).toBe("left");
  expect((await apply(person)).status).toBe(302);
  expect((await post(person, "/affiliate", {})).status).toBe(422);
  expect((await post(person, "/affiliate", { intent: "leave-all" })).status).toBe(302);
  expect(await stateOf(person)).toBe("left");
  const id = await idOf(person);
  await changeRow(env.DB, "affiliates", { id }, { state: "active" });
  await manage({ intent: "decide", id, decision: "end" });
  expect((await apply(person)).status).toBe(409);
  expect(await stateOf(person)).toBe("ended");
});

// spec: affiliate.programme
test("the seller sets a percent from 1 to 75, of a product with a price", async () => {
  const save = (percent: string, more = {}) =>
    manage({ intent: "programme", isOn: "1", percent, ...more });
  const stored = () =>
    env.DB.prepare(
      "SELECT affiliate_bps AS bps, is_open_to_affiliates AS open FROM products WHERE id = ?",
    )
      .bind(productId)
      .first();
  for (const refused of ["", "0", "76", "1.5", "-1", "many"]) {
    expect((await save(refused)).status).toBe(422);
  }
  expect(await stored()).toEqual({ bps: 2_000, open: 1 });
  expect((await manage({ intent: "programme", percent: "" })).status).toBe(302);
  expect(await stored()).toEqual({ bps: null, open: 0 });
  expect(await invite()).toBe("");
  await changeRow(env.DB, "products", { id: productId }, { price_lamports: 0, is_free: 1 });
  expect((await save("20")).status).toBe(422);
});

// spec: affiliate.accounts
test("accounts that merge keep the older of two rows and every refusal, and nobody recommends their own", async () => {
  const [from, to] = await Promise.all([newSeller(), newSeller()]);
  const products = await Promise.all([1, 2, 3].map(() => insertProduct(env.DB, seller.uid)));
  const [both = "", refused = "", alone = ""] = products;
  const own = await insertProduct(env.DB, to.uid);
  const older = await insertAffiliate(env.DB, { productId: both, uid: from.uid });
  await changeRow(env.DB, "affiliates", { code: older }, { created_at: 1 });
  await insertAffiliate(env.DB, { productId: both, uid: to.uid });
  await insertAffiliate(env.DB, { productId: refused, uid: from.uid, state: "refused" });
  await insertAffiliate(env.DB, { productId: refused, uid: to.uid });
  await insertAffiliate(env.DB, { productId: alone, uid: from.uid });
  await insertAffiliate(env.DB, { productId: own, uid: from.uid });

  const lifecycle = createAccountLifecycle(openDb(env.DB), ABOVE_ACCOUNTS);
  await changeRow(env.DB, "users", { uid: to.uid }, { wallet: null });
  await lifecycle.merge({ from: from.uid, to: to.uid, wallet: from.wallet }, Date.now());
  expect(await rows("uid = ?", from.uid)).toEqual([]);
  const kept = await rows("uid = ?", to.uid);
  expect(kept.find(({ product_id }) => product_id === both)?.code).toBe(older);
  expect(Object.fromEntries(kept.map((row) => [row.product_id, row.state]))).toEqual({
    [both]: "active",
    [refused]: "refused",
    [alone]: "active",
  });
  const wallets = await env.DB.prepare(
    "SELECT wallet FROM affiliate_wallets WHERE uid = ? ORDER BY wallet",
  )
    .bind(to.uid)
    .all<{ wallet: string }>();
  expect(wallets.results.map(({ wallet }) => wallet)).toEqual([from.wallet, to.wallet].sort());
});

// spec: affiliate.accounts
test("a deleted account is no affiliate, and its wallets and words are gone", async () => {
  const person = await newSeller();
  await apply(person);
  await changeRow(env.DB, "affiliates", { uid: person.uid }, { state: "active" });
  const lifecycle = createAccountLifecycle(openDb(env.DB), ABOVE_ACCOUNTS);
  const pseudonym = newAddress();
  await lifecycle.remove(person.uid, pseudonym, Date.now());
  expect(await rows("product_id = ?", productId)).toMatchObject([
    { uid: pseudonym, state: "ended" },
  ]);
  const left = await env.DB.prepare(
    "SELECT (SELECT count(*) FROM affiliate_wallets WHERE uid = ?1) + (SELECT count(*) FROM affiliates WHERE product_id = ?2 AND note <> '') AS n",
  )
    .bind(person.uid, productId)
    .first("n");
  expect(left).toBe(0);
});
