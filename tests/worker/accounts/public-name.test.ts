import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { WALLET_ACCOUNT_NAME } from "../../../app/accounts/rules/wallet-account";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { signUp } from "../../support/sign-in";
import { openUpload, productForm } from "../../support/upload";

const nameOf = async (uid: string) =>
  (
    await env.DB.prepare("SELECT display_name FROM users WHERE uid = ?")
      .bind(uid)
      .first<{ display_name: string }>()
  )?.display_name;

async function unnamed(name = ""): Promise<Seller> {
  const seller = await newSeller();
  await changeRow(env.DB, "users", { uid: seller.uid }, { display_name: name });
  return seller;
}

// spec: identity.public-name
test("an account opened by e-mail has no name until one is chosen", async () => {
  await signUp({ origin: "http://localhost", fetch: (url, init) => SELF.fetch(url, init) });
  const newest = await env.DB.prepare(
    "SELECT display_name FROM users WHERE email <> '' ORDER BY created_at DESC",
  ).first();
  expect(newest).toEqual({ display_name: "" });
});

test("the migration removes names made from an e-mail address, and no others", async () => {
  const long = "a".repeat(64);
  const people = [
    ["lea", "Lea@example.com", ""],
    ["a".repeat(40), `${long}@example.com`, ""],
    ["lea@example.com", "lea@example.com", ""],
    ["Léa Prints", "lea@example.com", "Léa Prints"],
    ["lea", "lea.prints@example.com", "lea"],
    [WALLET_ACCOUNT_NAME, "", WALLET_ACCOUNT_NAME],
  ] as const;
  const uids = await Promise.all(
    people.map(async ([name, email]) => (await insertPerson(env.DB, { name, email })).uid),
  );
  const [{ statements } = { statements: [] }] = env.TEST_MIGRATIONS.filter(({ name }) =>
    name.includes("sell_page"),
  );
  expect(statements).toHaveLength(1);
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  expect(await Promise.all(uids.map(nameOf))).toEqual(people.map(([, , after]) => after));
});

test.each(["", WALLET_ACCOUNT_NAME])("the first product can name its seller (%o)", async (name) => {
  const seller = await unnamed(name);
  expect(await (await seller.call("/transaction")).text()).toContain('name="publicName"');
  await openUpload(seller, 9, { publicName: "  Atelier\u202e \u3164du   lac " });
  expect(await nameOf(seller.uid)).toBe("Atelier du lac");
  expect(await (await seller.call("/transaction")).text()).not.toContain('name="publicName"');
  await openUpload(seller, 9, { publicName: "Somebody else" });
  expect(await nameOf(seller.uid)).toBe("Atelier du lac");
});

test("the name is optional, and asked for only before the first product is on sale", async () => {
  const seller = await unnamed();
  await openUpload(seller, 9, { publicName: " " });
  expect(await nameOf(seller.uid)).toBe("");
  await insertProduct(env.DB, seller.uid);
  expect(await (await seller.call("/transaction")).text()).not.toContain('name="publicName"');
});

test("a name that is too long is refused, without script with all that was typed", async () => {
  const seller = await unnamed();
  const file = new File(["the goods"], "a.txt");
  const publicName = "x".repeat(61);
  const body = productForm(seller.wallet, { publicName, file });
  const answer = await seller.call("/transaction", { method: "POST", body });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain("1 to 60 characters");
  expect(html).toContain(`value="${publicName}"`);
  const upload = await seller.call("/api/uploads", {
    method: "POST",
    body: productForm(seller.wallet, { publicName, fileName: "a", fileSize: "9" }),
  });
  expect(upload.status).toBe(422);
});

// spec: identity.public-name
test("the site's name and roles are refused in each form, and not shown where they are stored", async () => {
  const seller = await unnamed();
  const rename = (name: string) => {
    const body = new URLSearchParams({ intent: "rename", name });
    return seller.call("/profil", { method: "POST", body });
  };
  for (const name of ["Comptoir", "Ｓｕｐｐｏｒｔ", "\u0410dmin", "Modérateur"]) {
    const renamed = await rename(name);
    expect([renamed.status, await renamed.text()]).toEqual([
      422,
      expect.stringContaining("This name is reserved"),
    ]);
    const file = { fileName: "a", fileSize: "9", publicName: name };
    const body = productForm(seller.wallet, file);
    expect((await seller.call("/api/uploads", { method: "POST", body })).status).toBe(422);
  }
  expect(await nameOf(seller.uid)).toBe("");

  await changeRow(env.DB, "users", { uid: seller.uid }, { display_name: "Comptoir Support" });
  const id = await insertProduct(env.DB, seller.uid);
  const pages = [`/sell/${seller.uid}`, `/acheter/${id}`, `/shop?product=${id}`];
  for (const path of pages) {
    const page = await SELF.fetch(
      `http://localhost${path}${path.includes("?") ? "&" : "?"}lang=en`,
    );
    const html = await page.text();
    expect([path, html.includes("Comptoir Support")]).toEqual([path, false]);
    expect(html).toContain(`Seller ${seller.uid.slice(0, 4)}`);
  }
  await openUpload(seller, 9, { publicName: "Atelier" });
  expect(await nameOf(seller.uid)).toBe("Atelier");
});

test("a name is cleaned and removed again in the profile", async () => {
  const seller = await unnamed();
  const rename = (name: string) =>
    seller.call("/profil", {
      method: "POST",
      body: new URLSearchParams({ intent: "rename", name }),
    });
  expect((await rename("\u200fAda\u0000 \u2800L.\u2066")).status).toBe(302);
  expect(await nameOf(seller.uid)).toBe("Ada L.");
  expect((await rename("\u200b\u3164")).status).toBe(422);
  expect((await rename("x".repeat(61))).status).toBe(422);
  expect(await nameOf(seller.uid)).toBe("Ada L.");
  expect((await rename(" ")).status).toBe(302);
  expect(await nameOf(seller.uid)).toBe("");
  expect(await (await seller.call("/profil")).text()).toContain(`Seller ${seller.uid.slice(0, 4)}`);
});
