import { env, SELF } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { newSeller, ORIGIN } from "../../support/seller";
import { postLogin } from "../../support/sign-in";

type Locale = "fr" | "en";
type Words = Record<Locale, string>;

/** The text of a page, without its mark-up, with plain spaces. */
async function textOf(response: Response): Promise<string> {
  const html = await response.text();
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/[\s\u00a0\u202f]+/g, " ");
}

/** Requests a page in a language; without a session for a visitor. */
async function read(path: string, locale: Locale, session = ""): Promise<[number, string]> {
  const headers = { Cookie: `locale=${locale}; ${session}` };
  const response = await SELF.fetch(ORIGIN + path, { headers, redirect: "manual" });
  return [response.status, await textOf(response)];
}

/** Runs `work` while a table is missing, as where the database fails. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await env.DB.prepare(`ALTER TABLE ${table} RENAME TO ${table}_away`).run();
  try {
    return await work();
  } finally {
    await env.DB.prepare(`ALTER TABLE ${table}_away RENAME TO ${table}`).run();
  }
}

const LOCALES = ["fr", "en"] as const;

describe("a page whose data can't be read", () => {
  // spec: page.errors
  test.each<{ path: string; table: string; words: Words }>([
    {
      path: "/acheter/any",
      table: "products",
      words: {
        fr: "Erreur de chargement du produit.",
        en: "The product could not be loaded.",
      },
    },
    {
      path: "/preview/any",
      table: "products",
      words: {
        fr: "Erreur de chargement du produit.",
        en: "The product could not be loaded.",
      },
    },
    {
      path: "/sell/any",
      table: "users",
      words: {
        fr: "Erreur de chargement de la page ou des produits.",
        en: "The page or its products could not be loaded.",
      },
    },
    {
      path: "/profil",
      table: "favourites",
      words: {
        fr: "Erreur de chargement du profil utilisateur.",
        en: "The user profile could not be loaded.",
      },
    },
    {
      path: "/purchases",
      table: "purchases",
      words: {
        fr: "Erreur de chargement de vos achats. Merci de réessayer.",
        en: "Your purchases could not be loaded. Please try again.",
      },
    },
    {
      path: "/shop",
      table: "products",
      words: { fr: "Erreur de chargement des produits.", en: "Error loading products." },
    },
  ])("$path says so, and that it can be tried again", async ({ path, table, words }) => {
    const { cookie } = await newSeller();
    const session = path === "/profil" || path === "/purchases" ? cookie : "";
    const again = { fr: "Réessayer", en: "Try again" };
    for (const locale of LOCALES) {
      const [status, text] = await without(table, () => read(path, locale, session));
      expect([status, text]).toEqual([503, expect.stringContaining(words[locale])]);
      expect(text).toContain(again[locale]);
    }
  });
});

describe("what does not exist", () => {
  test.each<{ path: string; words: Words }>([
    { path: "/acheter/nothing", words: { fr: "Produit introuvable.", en: "Product not found." } },
    { path: "/preview/nothing", words: { fr: "Produit introuvable.", en: "Product not found." } },
    {
      path: "/sell/nothing",
      words: { fr: "Page ou utilisateur introuvable.", en: "Page or user not found." },
    },
  ])("$path answers 404", async ({ path, words }) => {
    for (const locale of LOCALES) {
      expect(await read(path, locale)).toEqual([404, expect.stringContaining(words[locale])]);
    }
  });
});

describe("an order that can't be opened", () => {
  async function order(locale: Locale, productId: string, cookie: string) {
    const response = await SELF.fetch(`${ORIGIN}/api/transactions`, {
      method: "POST",
      headers: {
        Origin: ORIGIN,
        Host: "localhost",
        "Content-Type": "application/json",
        Cookie: `locale=${locale}; ${cookie}`,
      },
      body: JSON.stringify({ productId }),
    });
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return [response.status, error.code, error.message];
  }

  const MISSING = {
    fr: "Produit introuvable ou désactivé",
    en: "Product not found or disabled",
  };
  test("without a buyer or a product", async () => {
    const { cookie } = await newSeller();
    expect(await order("fr", "any", "")).toEqual([
      401,
      "signed_out",
      expect.stringMatching(/^buyerUid .*sécurisée\.$/),
    ]);
    expect(await order("en", "any", "")).toEqual([
      401,
      "signed_out",
      expect.stringMatching(/^buyerUid .*secure transaction\.$/),
    ]);
    for (const locale of LOCALES) {
      expect(await order(locale, "nothing", cookie)).toEqual([404, "not_found", MISSING[locale]]);
    }
  });

  test.each<{ code: string; status: number; traits: ProductTraits; words: Words }>([
    {
      code: "inactive",
      status: 409,
      traits: { status: "disabled" },
      words: { fr: "Produit non disponible", en: "Product not available" },
    },
    {
      code: "invalid_price",
      status: 422,
      traits: { price: 0 },
      words: { fr: "Prix produit invalide", en: "Invalid product price" },
    },
    {
      code: "inactive",
      status: 409,
      traits: {},
      words: {
        fr: "Ce produit n'est pas disponible à l'achat car le fichier est manquant ou corrompu. Merci de contacter le vendeur.",
        en: "This product can’t be bought because its file is missing or corrupt. Please contact the seller.",
      },
    },
  ])("$code: $words.fr", async ({ code, status, traits, words }) => {
    const [seller, buyer] = [await newSeller(), await newSeller()];
    const id = await insertProduct(env.DB, seller.uid, { recipient: seller.wallet, ...traits });
    for (const locale of LOCALES) {
      expect(await order(locale, id, buyer.cookie)).toEqual([status, code, words[locale]]);
    }
  });
});

test("an empty shop search, with its hint", async () => {
  expect((await read("/shop?q=nothing+like+this", "fr"))[1]).toContain(
    "Aucun produit ne correspond à votre recherche.",
  );
  const [, text] = await read("/shop?q=nothing+like+this", "en");
  expect(text).toContain("No products match your search.");
  expect(text).toContain("Try another keyword, category, or reset filters.");
});

test("a visitor's purchases redirect to sign-in, which says why", async () => {
  const answer = await SELF.fetch(`${ORIGIN}/purchases`, { redirect: "manual" });
  const flash = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("flash=")) ?? "";
  expect(answer.headers.get("Location")).toMatch(/^\/login\?to=/);
  for (const [locale, words] of [
    ["fr", "Vous devez être connecté pour voir vos achats."],
    ["en", "You must be signed in to see your purchases."],
  ] as const) {
    expect((await read("/login", locale, flash.split(";")[0]))[1]).toContain(words);
  }
});

test("a sign-in that is refused does not say which of both is wrong", async () => {
  const site = { origin: ORIGIN, fetch: SELF.fetch.bind(SELF) };
  for (const [locale, words] of [
    ["fr", "E-mail ou mot de passe incorrect."],
    ["en", "Wrong e-mail or password."],
  ] as const) {
    const fields = { intent: "sign-in", email: "a@example.org", password: "not this password" };
    const options = { cookie: `locale=${locale}`, headers: { Host: "localhost" } };
    expect(await textOf(await postLogin(site, fields, options))).toContain(words);
  }
});

test("the product form names what is missing", async () => {
  const seller = await newSeller();
  const filled = {
    title: "A title",
    price: "0.1",
    category: "1",
    description: "Words",
    recipient: seller.wallet,
    saleType: "infinite",
  };
  const cases: [Record<string, string>, Words][] = [
    [
      { ...filled, title: "" },
      { fr: "Complète tous les champs requis.", en: "Fill in all the required fields." },
    ],
    [
      { ...filled, saleType: "limited", saleLimit: "0" },
      {
        fr: "Indique un nombre de ventes maximum valide.",
        en: "Give a valid maximum number of sales.",
      },
    ],
    [filled, { fr: "Un fichier produit est requis !", en: "A product file is required!" }],
  ];
  for (const [fields, words] of cases) {
    for (const locale of LOCALES) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      const headers = { Cookie: `${seller.cookie}; locale=${locale}` };
      const answer = await seller.call("/transaction", { method: "POST", headers, body });
      expect([answer.status, await textOf(answer)]).toEqual([
        422,
        expect.stringContaining(words[locale]),
      ]);
    }
  }
});
