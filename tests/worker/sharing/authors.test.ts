import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import {
  CHANGES_WINDOW_MS,
  INVITATION_LIFETIME_MS,
  MAX_AUTHORS,
  MAX_OPEN_INVITATIONS,
} from "../../../app/sharing/rules/author";
import { purgeInvitations } from "../../../app/sharing/use-cases/invite-author";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { authorsIn } from "../../../db/sharing/authors";
import { invitationsIn } from "../../../db/sharing/invitations";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { insertAuthor, insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { advanceClock } from "../../support/worker-clock";
import { newOrder } from "../../support/worker-orders";

const db = openDb(env.DB);
const lifecycle = createAccountLifecycle(db, ABOVE_ACCOUNTS);

let seller: Seller;
let author: Seller;
let productId: string;

beforeEach(async () => {
  [seller, author] = [await newSeller(), await newSeller()];
  productId = await insertProduct(env.DB, seller.uid, { title: "Rain" });
});

const post = (who: Seller, path: string, fields: Record<string, string>) =>
  who.call(path, { method: "POST", body: new URLSearchParams(fields) });
const authorsPath = (id = productId) => `/edit/${id}/authors`;

/** The path of a new invitation; null where it was refused. */
async function invite(percent = "10", who = seller, id = productId): Promise<string | null> {
  const answer = await post(who, authorsPath(id), { percent, note: "Robin" });
  return /\/co-author\/[\w-]{43}/.exec(await answer.text())?.[0] ?? null;
}

const answerTo = (path: string | null, who: Seller, intent: "accept" | "decline") =>
  post(who, path ?? "", { intent });
const accept = async (path: string | null, who: Seller) => {
  const { status } = await answerTo(path, who, "accept");
  return status;
};
const setPart = (uid: string, percent: string) =>
  post(seller, `${authorsPath()}?author=${uid}`, { intent: "save", percent });
const remove = (uid: string) =>
  post(seller, `${authorsPath()}?author=${uid}`, { intent: "remove", percent: "" });

async function rows<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
  const statement = env.DB.prepare(sql).bind(...values);
  return (await statement.all<Row>()).results;
}
/** Who shares now, in basis points by person. */
async function sharing(id = productId): Promise<Record<string, number>> {
  const found = await rows<{ uid: string; bps: number }>(
    "SELECT uid, bps FROM authors WHERE product_id = ? AND ended_at IS NULL",
    id,
  );
  return Object.fromEntries(found.map(({ uid, bps }) => [uid, bps]));
}
async function countOf(id = productId): Promise<number | undefined> {
  const [row] = await rows<{ n: number }>(
    "SELECT author_count AS n FROM products WHERE id = ?",
    id,
  );
  return row?.n;
}
const join = (person: Seller, bps = 1_000, id = productId) =>
  insertAuthor(env.DB, id, { uid: person.uid, wallet: person.wallet, bps });

describe("an invitation", () => {
  // spec: sharing.invitation
  test("makes one person an author, once, and its token is not stored", async () => {
    const path = await invite("12.5");
    const page = await (await author.call(path ?? "")).text();
    expect(page).toContain("12.5%");
    expect(await rows("SELECT * FROM author_invitations")).not.toContain(path?.split("/").at(-1));
    expect(await accept(path, author)).toBe(302);
    expect(await sharing()).toEqual({ [author.uid]: 1_250 });
    expect(await countOf()).toBe(1);
    const late = await newSeller();
    expect(await accept(path, late)).toBe(410);
    expect((await late.call(path ?? "")).status).toBe(410);
    expect(await countOf()).toBe(1);
  });

  test.each(["accept", "decline"] as const)(
    "two who %s at once are answered once",
    async (intent) => {
      const [path, other] = [await invite(), await newSeller()];
      const answers = await Promise.all([author, other].map((who) => answerTo(path, who, intent)));
      expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
      expect(await countOf()).toBe(intent === "accept" ? 1 : 0);
    },
  );

  test.each<[string, (path: string | null) => Promise<unknown>]>([
    ["was declined", (path) => answerTo(path, author, "decline")],
    ["is 14 days old", async () => advanceClock(INVITATION_LIFETIME_MS)],
    [
      "was withdrawn",
      async () => {
        const [row] = await rows<{ id: string }>(
          "SELECT id FROM author_invitations WHERE owner_uid = ?",
          seller.uid,
        );
        await post(seller, `${authorsPath()}?invitation=${row?.id}`, {});
      },
    ],
  ])("can't be accepted once it %s", async (_, end) => {
    const path = await invite();
    await end(path);
    const fresh = await newSeller();
    expect(await accept(path, fresh)).toBe(410);
    expect(await sharing()).toEqual({});
  });

  test("is refused to the seller, to an author, and without a linked wallet", async () => {
    const path = await invite();
    expect(await accept(path, seller)).toBe(409);
    await join(author);
    expect(await accept(path, author)).toBe(409);
    const other = await newSeller();
    await changeRow(env.DB, "users", { uid: other.uid }, { wallet: null });
    expect(await accept(path, other)).toBe(409);
    expect(await (await other.call(path ?? "")).text()).toContain("/profil?to=%2Fco-author%2F");
    // Of another author of this product, before it was unlinked.
    await changeRow(env.DB, "users", { uid: author.uid }, { wallet: newAddress() });
    await changeRow(env.DB, "users", { uid: other.uid }, { wallet: author.wallet });
    expect(await accept(path, other)).toBe(409);
    expect(await sharing()).toEqual({ [author.uid]: 1_000 });
  });

  test("is made by the product's seller alone, recently authenticated, within bounds", async () => {
    expect((await post(author, authorsPath(), { percent: "10" })).status).toBe(404);
    for (const percent of ["0", "51", "abc"]) expect(await invite(percent)).toBeNull();
    const stale = await newSeller("free", CHANGES_WINDOW_MS);
    const own = await insertProduct(env.DB, stale.uid);
    const asked = await post(stale, authorsPath(own), { percent: "10" });
    expect(asked.headers.get("Location")).toMatch(/^\/profil\/confirm/);
    for (let n = 0; n < MAX_OPEN_INVITATIONS; n++) expect(await invite()).not.toBeNull();
    expect((await post(seller, authorsPath(), { percent: "10", note: "" })).status).toBe(429);
  });

  // spec: sharing.least
  test("and a price that leave the seller too little are refused", async () => {
    await join(author, 9_000);
    expect(await invite("10")).toBeNull();
    expect(await invite("4")).not.toBeNull();
    const cheap = await insertProduct(env.DB, seller.uid, { price: 1_000 });
    expect(await invite("20", seller, cheap)).toBeNull();
  });

  test("beyond the last author is refused", async () => {
    const path = await invite("1");
    for (let n = 0; n < MAX_AUTHORS; n++) await join(await newSeller(), 100);
    expect(await accept(path, author)).toBe(422);
    expect(await invite("1")).toBeNull();
    expect(await countOf()).toBe(MAX_AUTHORS);
  });

  test("is removed some weeks after its time", async () => {
    await invite();
    const count = () => rows("SELECT 1 FROM author_invitations WHERE owner_uid = ?", seller.uid);
    const invitations = invitationsIn(db);
    await purgeInvitations({ clock: { now: Date.now }, invitations });
    expect(await count()).toHaveLength(1);
    advanceClock(INVITATION_LIFETIME_MS * 4);
    await purgeInvitations({ clock: { now: Date.now }, invitations });
    expect(await count()).toHaveLength(0);
  });
});

describe("who shares in a product", () => {
  const changesOf = () =>
    rows(
      "SELECT kind, by_uid AS by, from_bps AS f, to_bps AS t FROM author_changes WHERE product_id = ? ORDER BY id",
      productId,
    );

  // spec: sharing.changes
  test("changes three times a day, which all who share can see", async () => {
    await accept(await invite(), author);
    expect((await setPart(author.uid, "5")).status).toBe(302);
    // The same part is no change.
    expect((await setPart(author.uid, "5")).status).toBe(302);
    expect((await setPart(author.uid, "20")).status).toBe(302);
    expect((await setPart(author.uid, "6")).status).toBe(429);
    expect((await remove(author.uid)).status).toBe(429);
    expect(await accept(await invite(), await newSeller())).toBe(429);
    expect(await sharing()).toEqual({ [author.uid]: 2_000 });
    expect(await changesOf()).toEqual([
      { kind: "joined", by: author.uid, f: 0, t: 1_000 },
      { kind: "changed", by: seller.uid, f: 1_000, t: 500 },
      { kind: "changed", by: seller.uid, f: 500, t: 2_000 },
    ]);
    for (const [who, path] of [
      [seller, authorsPath()],
      [author, "/shares"],
    ] as const) {
      expect(await (await who.call(path)).text()).toMatch(/from 5% to 20%/);
    }
    // Leaving is always possible.
    expect((await post(author, "/shares", { intent: "leave", productId })).status).toBe(302);
    expect(await sharing()).toEqual({});
  });

  test("two changes of one version of the terms are one", async () => {
    await join(author);
    const write = { productId, ownerUid: seller.uid, version: 2, uid: author.uid };
    const authors = authorsIn(db);
    expect(await authors.setPart({ ...write, at: 1 }, 500)).toBe(true);
    expect(await authors.setPart({ ...write, at: 2 }, 700)).toBe(false);
    expect(await authors.remove({ ...write, at: 3 })).toBe(false);
    expect([await sharing(), (await changesOf()).length]).toEqual([{ [author.uid]: 500 }, 1]);
  });

  test("counts in the version of the product's terms", async () => {
    const version = async () =>
      (await rows<{ v: number }>("SELECT version AS v FROM products WHERE id = ?", productId))[0]
        ?.v;
    await join(author);
    expect(await version()).toBe(2);
    await setPart(author.uid, "5");
    expect(await version()).toBe(3);
    await changeRow(env.DB, "users", { uid: author.uid }, { wallet: newAddress() });
    expect(await version()).toBe(4);
    await remove(author.uid);
    expect([await version(), await countOf()]).toEqual([5, 0]);
    // Who comes back is the same author.
    expect(await accept(await invite("30"), author)).toBe(302);
    expect([await sharing(), await countOf()]).toEqual([{ [author.uid]: 3_000 }, 1]);
  });

  test("a price is refused that would leave the seller too little", async () => {
    await join(author, 5_000);
    const page = await (await seller.call(`/edit/${productId}`)).text();
    const [, updatedAt = ""] = /name="updatedAt" value="(\d+)"/.exec(page) ?? [];
    const form = new FormData();
    const [product] = await rows<{ recipient: string }>(
      "SELECT recipient FROM products WHERE id = ?",
      productId,
    );
    for (const [name, value] of Object.entries({
      ...{ title: "Rain", description: "What it is", category: "1", subcategory: "" },
      ...{ saleType: "infinite", saleLimit: "", recipient: product?.recipient ?? "", updatedAt },
      price: "0.001",
    })) {
      form.set(name, value);
    }
    const answer = await seller.call(`/edit/${productId}`, { method: "POST", body: form });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("would be left to the seller");
  });
});

describe("what a person received", () => {
  /** A sale with entries of the wallet. */
  async function sale(wallet: string, entries: Record<string, number>, id = productId) {
    const order = await newOrder({ productId: id, ownerUid: seller.uid, buyerUid: null });
    for (const [kind, lamports] of Object.entries(entries)) {
      await insertRow(env.DB, "share_entries", {
        ...{ order_id: order.id, wallet, kind, signature: newSignature(), occurrence: 0 },
        ...{ role: "author", asset: "SOL", lamports, at: Date.now() },
      });
    }
    return order.id;
  }
  const shares = async (who: Seller) => (await who.call("/shares")).text();

  // spec: sharing.books
  test("is that of all wallets that were theirs for the product, and of nobody else", async () => {
    const former = author.wallet;
    await join(author);
    const first = await sale(former, { share: 100_000_000 });
    const wallet = newAddress();
    await changeRow(env.DB, "users", { uid: author.uid }, { wallet });
    await sale(wallet, { share: 20_000_000, share_owed: 3_000_000, withheld: 500_000 });
    await sale(wallet, { share_owed: 4_000_000, share_owed_rolled_back: -4_000_000 });
    const html = await shares(author);
    for (const amount of ["0.12", "0.003", "0.0005"]) expect(html).toContain(`>${amount}<`);
    const csv = await (await author.call("/shares/report")).text();
    expect(csv.split("\r\n").filter(Boolean)).toHaveLength(7);
    const receipt = await author.call(`/shares/${first}/receipt`);
    expect(await receipt.text()).toContain(former);

    // Another account links the wallet, and shares in another product.
    const other = await newSeller();
    await changeRow(env.DB, "users", { uid: other.uid }, { wallet: former });
    await insertAuthor(env.DB, await insertProduct(env.DB, seller.uid), {
      ...{ uid: other.uid, wallet: former, bps: 100 },
    });
    expect(await shares(other)).not.toContain("0.1<");
    expect((await other.call(`/shares/${first}/receipt`)).status).toBe(404);
  });

  test("moves with a merge, whose parts add up, and ends in the own product", async () => {
    const to = await newSeller();
    const ofTo = await insertProduct(env.DB, to.uid);
    await join(author);
    await join(to, 500);
    await join(author, 1_000, ofTo);
    const order = await sale(author.wallet, { share: 100_000_000 });
    await lifecycle.merge({ from: author.uid, to: to.uid, wallet: author.wallet }, Date.now());
    expect(await sharing()).toEqual({ [to.uid]: 1_500 });
    expect([await countOf(), await sharing(ofTo), await countOf(ofTo)]).toEqual([1, {}, 0]);
    expect((await to.call(`/shares/${order}/receipt`)).status).toBe(200);
    const [row] = await rows("SELECT wallet FROM authors WHERE product_id = ?", productId);
    expect(row).toEqual({ wallet: author.wallet });
  });

  test("stays without a name after the account is deleted, and the share ends", async () => {
    await join(author);
    await sale(author.wallet, { share: 100_000_000 });
    await lifecycle.remove(author.uid, crypto.randomUUID(), Date.now());
    expect([await sharing(), await countOf()]).toEqual([{}, 0]);
    const tables = ["authors", "author_wallets", "author_changes"];
    for (const table of tables) {
      expect(await rows(`SELECT 1 FROM ${table} WHERE uid = ?`, author.uid)).toEqual([]);
      expect(await rows(`SELECT 1 FROM ${table} WHERE product_id = ?`, productId)).toHaveLength(1);
    }
    expect(await (await seller.call(authorsPath())).text()).toContain("a deleted account");
  });
});
