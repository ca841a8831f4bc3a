import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import {
  MAX_LISTED_PRODUCTS,
  MAX_PAGE_DESCRIPTION_CHARS,
} from "../../../app/storefront/rules/sell-page-form";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { PNG } from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";

let seller: Seller;
beforeEach(async () => {
  seller = await newSeller();
});

const list = (who: Seller, traits: ProductTraits = {}) => insertProduct(env.DB, who.uid, traits);
const png = (name = "a.png", bytes: BlobPart = PNG) => new File([bytes], name);
const first = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>();
const savedPage = ({ uid }: Seller) => first("SELECT * FROM sell_pages WHERE uid = ?", uid);

async function listedBy({ uid }: Seller): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    "SELECT product_id FROM sell_page_products WHERE uid = ? ORDER BY position",
  )
    .bind(uid)
    .all();
  return results.map(({ product_id: id }) => id);
}

interface Fields {
  [name: string]: string | Blob | undefined;
  updatedAt?: string;
}

/** Posts the form of the current version with these products and fields. */
async function save(who: Seller, listed: string[], fields: Fields = {}): Promise<Response> {
  const body = new FormData();
  const version = (await savedPage(who))?.updated_at ?? 0;
  const all = { updatedAt: String(version), description: "", website: "", ...fields };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) body.set(name, value);
  for (const id of listed) {
    body.append("row", id);
    body.append("listed", id);
  }
  return who.call("/manage-sell", { method: "POST", body });
}

async function read(path: string, locale = "en") {
  const answer = await SELF.fetch(ORIGIN + path, { headers: { Cookie: `locale=${locale}` } });
  return { status: answer.status, html: await answer.text() };
}

/** Titles of the product cards, in order. */
function titles(html: string): string[] {
  const links = html.matchAll(/<h2[^>]*><a [^>]*href="\/acheter\/[^"]+"[^>]*>(.*?)<\/a>/g);
  return [...links].map(([, title = ""]) => title.replace(/<[^>]*>/g, ""));
}

/** Text of the alert of a refused form. */
async function alertOf(answer: Response): Promise<string> {
  return /role="alert"[^>]*>([^<]*)</.exec(await answer.text())?.[1] ?? "";
}

describe("/manage-sell", () => {
  // spec: screen.sell-header, screen.sell-socials, state.sell.empty, field.sellpage.header
  // spec: field.sellpage.socials, field.sellpage.products
  test("saves texts, links and the order of products, which the public page shows", async () => {
    const [a, b] = [await list(seller, { title: "A" }), await list(seller, { title: "B" })];
    await list(seller, { title: "C" });
    const answer = await save(seller, [a, b], {
      description: "Prints\r\nfrom the lake\u202e",
      website: "atelier.example",
      twitter: "@lea",
      instagram: " lea.photo ",
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/manage-sell"]);
    expect(await savedPage(seller)).toMatchObject({
      description: "Prints\nfrom the lake",
      website: "https://atelier.example/",
      twitter: "lea",
      instagram: "lea.photo",
    });
    const { html } = await read(`/sell/${seller.uid}`);
    expect(titles(html)).toEqual(["A", "B"]);
    expect(html).toContain('href="https://atelier.example/"');
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);

    expect((await save(seller, [b])).status).toBe(302);
    expect(await listedBy(seller)).toEqual([b]);
    expect((await save(seller, [])).status).toBe(302);
    expect((await read(`/sell/${seller.uid}`)).html).toContain("No products selected.");
  });

  // spec: field.sellpage.products
  test("numbers typed beside the rows decide about the order", async () => {
    const ids = [await list(seller), await list(seller), await list(seller)];
    const body = new FormData();
    body.set("updatedAt", "0");
    for (const [at, id] of ids.entries()) {
      body.append("row", id);
      body.append("listed", id);
      body.append("position", at === 2 ? "1" : String(at + 1));
    }
    expect((await seller.call("/manage-sell", { method: "POST", body })).status).toBe(302);
    expect(await listedBy(seller)).toEqual([ids[2], ids[0], ids[1]]);
  });

  test.each([
    [{ website: "http://atelier.example" }, "https://"],
    [{ website: "javascript:alert(1)" }, "https://"],
    [{ website: "https://me:secret@atelier.example" }, "https://"],
    [{ website: `https://atelier.example/${"x".repeat(200)}` }, "https://"],
    [{ twitter: "@a/../b" }, "user name"],
    [{ instagram: "a b" }, "user name"],
    [{ description: "x".repeat(MAX_PAGE_DESCRIPTION_CHARS + 1) }, "1000 characters"],
    [{ banner: png("a.png", "<svg/>") }, "PNG, JPEG"],
    [{ logo: png("a.png", new Uint8Array(5 * 1024 * 1024 + 1)) }, "5 MB"],
    [{ updatedAt: "x" }, "not valid"],
  ])("refuses %o", async (fields, message) => {
    const id = await list(seller);
    const answer = await save(seller, [id], fields);
    expect(answer.status).toBe(422);
    expect(await alertOf(answer)).toContain(message);
    expect(await savedPage(seller)).toBeNull();
  });

  test("refuses products of others, drafts and unknown ones alike, and keeps the page", async () => {
    const own = await list(seller);
    await save(seller, [own]);
    const before = await savedPage(seller);
    const other = await newSeller();
    const foreign = [await list(other), await list(seller, { status: "draft" }), "no-such-product"];
    const messages = new Set<string>();
    for (const id of foreign) {
      const answer = await save(seller, [own, id], { description: "Changed" });
      expect(answer.status).toBe(422);
      messages.add(await alertOf(answer));
    }
    expect([...messages]).toEqual([expect.stringContaining("not among yours")]);
    expect(await savedPage(seller)).toEqual(before);
    expect(await listedBy(seller)).toEqual([own]);
  });

  test(`lists at most ${MAX_LISTED_PRODUCTS} products`, async () => {
    const ids = await Promise.all(
      Array.from({ length: MAX_LISTED_PRODUCTS + 1 }, () => list(seller)),
    );
    const answer = await save(seller, ids);
    expect([answer.status, await alertOf(answer)]).toEqual([422, expect.stringContaining("200")]);
    expect((await save(seller, ids.slice(1))).status).toBe(302);
    expect(await listedBy(seller)).toEqual(ids.slice(1));
    expect(titles((await read(`/sell/${seller.uid}`)).html)).toHaveLength(MAX_LISTED_PRODUCTS);
  });

  test("a form of an older version changes nothing", async () => {
    const id = await list(seller);
    await save(seller, [id], { description: "First" });
    const answer = await save(seller, [], { updatedAt: "0", description: "Second", logo: png() });
    expect(answer.status).toBe(409);
    expect(await savedPage(seller)).toMatchObject({ description: "First", logo_key: "" });
    expect(await listedBy(seller)).toEqual([id]);
  });

  // spec: seller.editor-concurrent
  test("of concurrent saves of one version, one is written, with its images and products", async () => {
    const ids = [await list(seller), await list(seller), await list(seller)];
    const answers = await Promise.all(
      ids.map((id) => save(seller, [id], { updatedAt: "0", description: id, banner: png() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
    const page = await savedPage(seller);
    expect(await listedBy(seller)).toEqual([page?.description]);
    const stored = await env.FILES.list({ prefix: `files/${seller.uid}/page/` });
    expect(stored.objects.map(({ key }) => key)).toEqual([page?.banner_key]);
  });

  // spec: screen.sell-header, field.sellpage.header
  test("a replaced or removed image is deleted after the page has the new one", async () => {
    const id = await list(seller);
    await save(seller, [id], { banner: png("é 1.png"), logo: png() });
    const before = await savedPage(seller);
    expect(before?.banner_key).toMatch(
      new RegExp(`^files/${seller.uid}/page/banner_.+-é 1\\.png$`),
    );
    const [bannerUrl = ""] = /\/media\/[\w-]+/.exec((await read(`/sell/${seller.uid}`)).html) ?? [];
    const image = () => SELF.fetch(ORIGIN + bannerUrl);
    const { status, headers } = await image();
    expect([status, headers.get("Content-Type")]).toEqual([200, "image/png"]);
    await save(seller, [id], { banner: png("é 1.png"), removeLogo: "1" });
    const after = await savedPage(seller);
    expect(after?.banner_key).not.toBe(before?.banner_key);
    expect(after?.logo_key).toBe("");
    const stored = await env.FILES.list({ prefix: `files/${seller.uid}/page/` });
    expect(stored.objects.map(({ key }) => key)).toEqual([after?.banner_key]);
    expect((await image()).status).toBe(404);
  });

  test("a refused form keeps what was typed and the chosen order", async () => {
    const [a, b] = [await list(seller, { title: "A" }), await list(seller, { title: "B" })];
    const answer = await save(seller, [a], { website: "http://x.example", description: "Kept" });
    const html = await answer.text();
    expect(html).toMatch(/<textarea[^>]*>Kept</);
    expect(html).toContain('value="http://x.example"');
    const rows = [...html.matchAll(/name="row" value="([^"]+)"/g)].map(([, id]) => id);
    expect(rows).toEqual([a, b]);
    const ticked = [...html.matchAll(/<input [^>]*name="listed"[^>]*>/g)].map(([input]) => [
      /value="([^"]+)"/.exec(input)?.[1],
      input.includes("checked"),
    ]);
    expect(ticked).toEqual([
      [a, true],
      [b, false],
    ]);
  });

  // spec: limit.saves
  test("limits the saves of an account", async () => {
    const id = await list(seller);
    const statuses = new Set<number>();
    for (let saves = 0; saves < 61; saves += 1) statuses.add((await save(seller, [id])).status);
    expect([...statuses]).toEqual([302, 429]);
    advanceClock(10 * 60_000);
    expect((await save(seller, [id])).status).toBe(302);
    expect((await save(await newSeller(), [])).status).toBe(302);
  });

  test("shows visitors the sign-in, and without products the way to a first one", async () => {
    const visitor = await SELF.fetch(`${ORIGIN}/manage-sell`, { redirect: "manual" });
    expect(visitor.headers.get("Location")).toBe("/login?to=%2Fmanage-sell");
    const empty = await (await seller.call("/manage-sell")).text();
    expect(empty).toContain("No products to show yet.");
    expect(empty).toContain('href="/transaction"');
    expect((await (await seller.call("/dashboard")).text()).includes("/manage-sell")).toBe(false);
    await list(seller, { status: "disabled" });
    const page = await (await seller.call("/manage-sell")).text();
    expect(page).toContain('name="listed"');
    expect((await (await seller.call("/dashboard")).text()).includes("/manage-sell")).toBe(true);
  });
});

describe("/sell", () => {
  // spec: state.sell.unsaved
  // spec: seller.default-page
  test("without a saved page: the newest 48 products on sale, and links to the older ones", async () => {
    for (let at = 1; at <= 50; at += 1) await list(seller, { title: `P${at}` });
    await list(seller, { title: "Off", status: "disabled" });
    const newest = await read(`/sell/${seller.uid}`);
    expect(titles(newest.html)).toHaveLength(48);
    expect(titles(newest.html)[0]).toBe("P50");
    const [, more = ""] = /href="(\/sell\/[^"]*before=[^"]*)"/.exec(newest.html) ?? [];
    const older = await read(more);
    expect(titles(older.html)).toEqual(["P2", "P1"]);
    expect(older.html).not.toContain("Older products");
    expect((await read(`/sell/${seller.uid}?before=x`)).status).toBe(200);
  });

  // spec: state.sell.missing
  // spec: seller.default-page
  test("answers 404 for a person who publishes nothing, and 200 for their saved page", async () => {
    await list(seller, { status: "disabled" });
    const absent = await read(`/sell/${seller.uid}`, "fr");
    expect(absent.status).toBe(404);
    expect(absent.html).toContain("Page ou utilisateur introuvable.");
    await save(seller, []);
    expect((await read(`/sell/${seller.uid}`)).status).toBe(200);
    await changeRow(env.DB, "users", { uid: seller.uid }, { deleted_at: 1 });
    expect((await read(`/sell/${seller.uid}`)).status).toBe(404);
  });

  test("a save that a deletion overtakes writes nothing", async () => {
    const id = await list(seller);
    await env.DB.prepare(
      `CREATE TRIGGER overtake AFTER INSERT ON rate_limits WHEN new.key LIKE 'sell-page:%' BEGIN UPDATE users SET deleted_at = 1 WHERE uid = '${seller.uid}'; END`,
    ).run();
    const answer = await save(seller, [id], { logo: png() });
    await env.DB.prepare("DROP TRIGGER overtake").run();
    expect(answer.status).toBe(409);
    expect(await savedPage(seller)).toBeNull();
    expect((await env.FILES.list({ prefix: `files/${seller.uid}/page/` })).objects).toEqual([]);
  });

  // spec: identity.public-name
  test.each([
    ["fr", "", "Vendeur "],
    ["en", "Utilisateur Phantom", "Seller "],
  ])("names a seller without a chosen name by the uid (%s)", async (locale, stored, word) => {
    const id = await list(seller);
    await changeRow(env.DB, "users", { uid: seller.uid }, { display_name: stored });
    const name = word + seller.uid.slice(0, 4);
    for (const path of [`/sell/${seller.uid}`, `/acheter/${id}`, `/shop?product=${id}`]) {
      const { html } = await read(path, locale);
      expect(html).toContain(name);
      expect(html).not.toContain("Utilisateur Phantom");
    }
  });

  // spec: seller.name-edit
  test("changes the public name by the rules of the profile", async () => {
    const id = await list(seller);
    const nameOf = async () =>
      (await first("SELECT display_name AS name FROM users WHERE uid = ?", seller.uid))?.name;
    const before = await nameOf();
    expect((await save(seller, [id])).status).toBe(302);
    expect(await nameOf()).toBe(before);

    const refused = await save(seller, [id], { publicName: "Comptoir", description: "Kept" });
    const page = await refused.text();
    expect(refused.status).toBe(422);
    expect(page).toMatch(
      /name="publicName"[^>]*aria-invalid="true"[^>]*value="Comptoir"|value="Comptoir"[^>]*aria-invalid="true"/,
    );
    expect(page).toContain("Kept</textarea>");
    expect([await nameOf(), (await savedPage(seller))?.description]).toEqual([before, ""]);

    await save(seller, [id], { publicName: " Ada\u202e L. ", description: "Kept" });
    expect([await nameOf(), (await savedPage(seller))?.description]).toEqual(["Ada L.", "Kept"]);
    expect((await read(`/sell/${seller.uid}`)).html).toMatch(/<h1[^>]*>Ada L\.</);
    await save(seller, [id], { publicName: " " });
    expect(await nameOf()).toBe("");
  });
});
