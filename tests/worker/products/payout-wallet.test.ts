import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { REAUTH_WINDOW_MS } from "../../../app/lib/session-lifetime";
import { insertProduct } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { productForm, publish } from "../../support/upload";

/** Derived by a program: no private key exists. */
const OFF_CURVE = "5FRFKetBc2pg8btuzfxBYqpbwwh21t1NEr835WC7khy2";
const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const CLOCK_SYSVAR = "SysvarC1ock11111111111111111111111111111111";

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

/** Status, code and message of a publication that is to be paid to `recipient`. */
async function refusal(recipient: string, who = seller) {
  const body = productForm(who.wallet, { fileName: "a.zip", fileSize: "10", recipient });
  const answer = await who.call("/api/uploads", { method: "POST", body });
  const { error } = (await answer.json()) as { error?: { code: string; message: string } };
  return error ? [answer.status, error.code, error.message] : [answer.status];
}

// spec: product.payout-kind
test.each([
  [OFF_CURVE, /^No private key exists for this address/],
  [TOKEN_PROGRAM, /^This is the address of a program/],
  [CLOCK_SYSVAR, /^This account belongs to a program/],
])("refuses %s as a payout wallet and says what it is", async (recipient, words) => {
  const message = expect.stringMatching(words);
  expect(await refusal(recipient)).toEqual([422, "invalid_input", message]);

  const id = await publish(seller);
  const stored = env.DB.prepare("SELECT recipient, updated_at FROM products WHERE id = ?").bind(id);
  const { updated_at } = (await stored.first<{ updated_at: number }>()) ?? {};
  const body = productForm(recipient, { updatedAt: String(updated_at) });
  expect((await seller.call(`/edit/${id}`, { method: "POST", body })).status).toBe(422);
  expect(await stored.first("recipient")).toBe(seller.wallet);
});

// spec: product.payout-new
test("a wallet that the account neither linked nor used needs re-authentication", async () => {
  const stale = await newSeller("free", REAUTH_WINDOW_MS);
  const other = newAddress();
  const asked = [403, "proof_needed", expect.any(String)];
  expect(await refusal(other, stale)).toEqual(asked);
  expect(await refusal(stale.wallet, stale)).toEqual([201]);

  // A draft is no use of a wallet, a published product is.
  const id = await publish(stale);
  await changeRow(env.DB, "products", { id }, { recipient: other, status: "draft" });
  expect(await refusal(other, stale)).toEqual(asked);
  await changeRow(env.DB, "products", { id }, { status: "disabled" });
  expect(await refusal(other, stale)).toEqual([201]);
  const stranger = await newSeller("free", REAUTH_WINDOW_MS);
  expect(await refusal(other, stranger)).toEqual(asked);
});

// spec: product.payout-prefilled
test("a new product's form has the wallet of the last product, or one that was linked since", async () => {
  const person = await newSeller();
  const suggested = async () => {
    const page = await (await person.call("/transaction")).text();
    return /<input[^>]*name="recipient"[^>]*value="([^"]*)"/.exec(page)?.[1];
  };
  expect(await suggested()).toBe(person.wallet);
  const [first, last, draft] = [newAddress(), newAddress(), newAddress()];
  await publish(person, { recipient: first });
  await publish(person, { recipient: last });
  await insertProduct(env.DB, person.uid, { recipient: draft, status: "draft" });
  expect(await suggested()).toBe(last);

  const linked = newAddress();
  const change = { wallet: linked, wallet_linked_at: Date.now() + 1 };
  await changeRow(env.DB, "users", { uid: person.uid }, change);
  expect(await suggested()).toBe(linked);
});
