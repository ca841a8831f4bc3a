import { env, SELF } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { keyHash } from "../../../app/licences/rules/licence";
import { verifyLicence } from "../../../app/licences/use-cases/check-licence";
import { openDb } from "../../../db/client";
import { createRateLimits } from "../../../db/http/rate-limits";
import { checkedKeysIn } from "../../../db/licences/checked-keys";
import { licencePoolsIn } from "../../../db/licences/pools";
import { ordersIn } from "../../../db/orders/orders";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { insertRow } from "../../support/rows";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const ORIGIN = "http://localhost";
const KEY = "0123ABCD-0123ABCD-0123ABCD-0123ABCD";
const pools = licencePoolsIn(openDb(env.DB));

/** A sold product whose buyer has been given a key. */
async function licensed({ maxInstances = null as number | null } = {}) {
  const { uid: ownerUid } = await insertPerson(env.DB);
  const { uid: buyerUid } = await insertPerson(env.DB);
  const id = await insertProduct(env.DB, ownerUid);
  const settings = { sealedKey: "", statementDays: 30, maxInstances };
  await pools.save({ id, ownerUid }, settings, { kind: "generated", at: OPENED_AT });
  const order = await newOrder({ productId: id, ownerUid, buyerUid });
  const payment = newPayment();
  const orders = ordersIn(openDb(env.DB));
  await orders.settle(order.id, payment, OPENED_AT);
  await insertRow(env.DB, "licence_keys", {
    ...{ product_id: id, number: 1, hash: keyHash(id, KEY), sealed: "", is_generated: 1 },
    ...{ order_id: order.id, given_at: OPENED_AT, created_at: OPENED_AT },
  });
  return { id, ownerUid, order, payment, orders };
}

const newAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join(".")}`;

async function call(
  name: "verify" | "activate" | "deactivate",
  body: unknown,
  { from = newAddress(), type = "application/json" } = {},
) {
  const response = await SELF.fetch(`${ORIGIN}/v1/licences/${name}`, {
    method: "POST",
    headers: {
      "Content-Type": type,
      "CF-Connecting-IP": from,
      Origin: "https://elsewhere.example",
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe("verify", () => {
  // spec: licences.verify
  test("needs product and key, and counts a use only when asked", async () => {
    const { id: productId, order } = await licensed();
    const answer = { valid: true, status: "active", instances: 0 };
    const ofOrder = { order: { id: order.id, refunded: false } };
    const key = ` ${KEY.toLowerCase()} `;
    for (const uses of [0, 0]) {
      const { status, body } = await call("verify", { productId, key });
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...answer, ...ofOrder, uses });
    }
    const counted = await call("verify", { productId, key, countUse: true });
    expect(counted.body).toMatchObject({ ...answer, uses: 1 });
    const other = await licensed();
    const wrong = await call("verify", { productId: other.id, key: `${KEY}0` });
    expect(wrong).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    expect((await call("verify", { key })).body).toMatchObject({
      error: { code: "invalid_input" },
    });
    const get = await SELF.fetch(`${ORIGIN}/v1/licences/verify?productId=${productId}&key=${KEY}`);
    expect(get.status).toBe(405);
    expect(get.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  test("takes a form with the names of other shops", async () => {
    const { id } = await licensed();
    const form = new URLSearchParams({
      product_id: id,
      license_key: KEY,
      increment_uses_count: "true",
    });
    const type = "application/x-www-form-urlencoded";
    const { body } = await call("verify", form.toString(), { type });
    expect(body).toMatchObject({ valid: true, uses: 1 });
  });

  // spec: licences.revoked
  test("is false from the moment of a rollback, and 404 for a key nobody was given", async () => {
    const { id: productId, order, payment, orders } = await licensed();
    await orders.rollBack(order.id, payment.signature, OPENED_AT + 1);
    const { status, body } = await call("verify", { productId, key: KEY, countUse: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: false, status: "revoked", uses: 0, statement: null });
    const hash = keyHash(productId, "UNSOLD-OF-16-CHARACTERS");
    const unsold = { product_id: productId, number: 2, hash, sealed: "", created_at: OPENED_AT };
    await insertRow(env.DB, "licence_keys", unsold);
    const free = await call("verify", { productId, key: "UNSOLD-OF-16-CHARACTERS" });
    expect(free.status).toBe(404);
  });

  test("of a key that its seller disabled is false", async () => {
    const { id, ownerUid } = await licensed();
    await pools.setDisabled({ id, ownerUid }, 1, OPENED_AT);
    const { body } = await call("verify", { productId: id, key: KEY });
    expect(body).toMatchObject({ valid: false, status: "disabled" });
  });

  // spec: licences.tries
  test("refuses many wrong keys of an address, and no right one", async () => {
    const { id: productId } = await licensed();
    const address = newAddress();
    const clock = { now: () => OPENED_AT };
    const ports = {
      ...{ clock, settings: { rateScale: 1 }, rateLimits: createRateLimits(openDb(env.DB)) },
      ...{ checkedKeys: checkedKeysIn(openDb(env.DB)), statements: { sign: async () => null } },
    };
    const ask = (key: string) =>
      verifyLicence({ productId, key, instance: null, address, countUse: false }, ports);
    for (let tries = 0; tries < 20; tries++)
      await expect(ask(`WRONG-KEY-OF-16-${tries}`)).rejects.toMatchObject({ code: "not_found" });
    await expect(ask("WRONG-KEY-OF-16")).rejects.toMatchObject({ code: "slow_down" });
    expect(await ask(KEY)).toMatchObject({ valid: true });
  });
});

// spec: licences.instances
test("activate adds an installation up to the limit, and deactivate makes room", async () => {
  const { id: productId } = await licensed({ maxInstances: 1 });
  const of = (instance: string) => ({ productId, key: KEY, instance });
  expect((await call("verify", of("laptop"))).body).toMatchObject({
    valid: false,
    status: "not_activated",
  });
  for (let run = 0; run < 2; run++) {
    expect((await call("activate", of("laptop"))).body).toMatchObject({
      valid: true,
      instances: 1,
    });
  }
  expect((await call("verify", of("laptop"))).body).toMatchObject({ valid: true });
  const full = await call("activate", of("phone"));
  expect(full).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  expect((await call("deactivate", of("laptop"))).body).toMatchObject({
    valid: true,
    instances: 0,
  });
  expect((await call("activate", of("phone"))).status).toBe(200);
  expect((await call("activate", { productId, key: KEY })).status).toBe(422);
});

test("a preflight and a call with cookies are answered for every origin", async () => {
  const response = await SELF.fetch(`${ORIGIN}/v1/licences/activate`, { method: "OPTIONS" });
  expect(response.status).toBe(204);
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
});
