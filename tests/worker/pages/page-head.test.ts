import { env, SELF } from "cloudflare:test";
import { beforeAll, expect, inject, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { readHead } from "../../support/page-head";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { PNG, publish } from "../../support/upload";

const read = async (path: string, headers: HeadersInit = {}) => {
  const answer = await SELF.fetch(ORIGIN + path, { headers, redirect: "manual" });
  return { answer, head: readHead(await answer.text()) };
};

/** In text, in an attribute and in a script element. */
const HOSTILE = `</script><script>alert(1)</script>"><img src=x onerror='alert(2)'>\u2028&amp;`;

let seller: Seller;
let productId: string;
beforeAll(async () => {
  seller = await newSeller();
  productId = await insertProduct(env.DB, seller.uid, {
    title: "Rain",
    description: "Two hours of rain",
    price: 250_000_000,
    recipient: seller.wallet,
    categoryId: 1,
  });
});

const drawnCover = (id: string) => `${ORIGIN}/pictures/${id}/drawn-1.png`;

/** A page of the pattern; null for images. */
function pageOf(address: string): string | null {
  if (/^\/(media|pictures)\//.test(address)) return null;
  return address.replace("/sell/:id", `/sell/${seller.uid}`).replace(/:\w+/, productId);
}

/** The canonical path of a page that has several. */
const CANONICAL: Record<string, (path: string) => string> = {
  "/accueil": () => "/",
  "/preview/:id": (path) => path.replace("/preview/", "/acheter/"),
};

// spec: web.heads
test.each(inject("indexedAddresses"))("%s has its title, addresses and card", async (address) => {
  const path = pageOf(address);
  if (path === null) return;
  const url = ORIGIN + (CANONICAL[address]?.(path) ?? path);
  const isOfProduct = /\/(preview|acheter)\//.test(path);
  const descriptions = [];
  for (const lang of ["fr", "en"] as const) {
    const { answer, head } = await read(`${path}?lang=${lang}`);
    expect([answer.status, answer.headers.get("X-Robots-Tag")]).toEqual([200, null]);
    expect(head).toMatchObject({
      title: expect.stringMatching(/^.{3,} · Comptoir$/),
      description: expect.stringMatching(/^.{10,200}$/s),
      canonical: `${url}?lang=${lang}`,
      isNoindex: false,
      languages: { fr: `${url}?lang=fr`, en: `${url}?lang=en`, "x-default": url },
    });
    expect(head.og).toMatchObject({
      "og:title": head.title?.replace(" · Comptoir", ""),
      "og:description": head.description,
      "og:url": `${url}?lang=${lang}`,
      "og:locale": { fr: "fr_FR", en: "en_GB" }[lang],
      ...(isOfProduct
        ? { "og:image": drawnCover(productId), "og:image:width": "800" }
        : {
            "og:image": expect.stringMatching(/^http:\/\/localhost\/share\/[\w-]+\.jpg$/),
            "og:image:width": "1200",
          }),
    });
    descriptions.push(head.description);
  }
  if (!isOfProduct) expect(descriptions[0]).not.toBe(descriptions[1]);
  expect((await read(path)).head.canonical).toBe(url);
});

// spec: web.private
test("every other address is not for search engines, and a person's is never stored", async () => {
  const others = inject("readAddresses").filter(
    (address) => !inject("indexedAddresses").includes(address) && address !== "/logout",
  );
  const isOpen = (address: string) =>
    inject("openAddresses").includes(address) ||
    /^\/(actions\.json|api\/(actions|pay))/.test(address);
  for (const address of others) {
    const path = address.replace(/:\w+|\*/g, "some-name");
    const visit = (to: string) => SELF.fetch(ORIGIN + to, { redirect: "manual" });
    for (const call of [seller.call, visit]) {
      const answer = await call(path);
      await answer.body?.cancel();
      expect([path, answer.headers.get("X-Robots-Tag")]).toEqual([path, "noindex"]);
      if (isOpen(address)) continue;
      expect([path, answer.headers.get("Cache-Control")]).toEqual([path, "private, no-store"]);
    }
  }
});

test.each(["/shop?q=rain", "/sell/:id?before=99999"])("%s is not listed", async (path) => {
  expect((await read(path.replace(":id", seller.uid))).head).toMatchObject({
    isNoindex: true,
    languages: {},
  });
});

/** A trail of links, as schema.org describes one. */
const trail = (...steps: [name: string, path: string][]) => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: steps.map(([name, path], index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: ORIGIN + path,
  })),
});

// spec: web.product-data
test("home, shop, product and seller tell programs who sells, and where the page stands", async () => {
  const named = await newSeller();
  await changeRow(env.DB, "users", { uid: named.uid }, { display_name: "Ana & Co" });
  const traits = { title: "Rain", description: "", price: 250_000_000, categoryId: 1 };
  const id = await insertProduct(env.DB, named.uid, { ...traits, recipient: named.wallet });
  const dataOf = async (path: string) => (await read(path)).head.data;

  expect(await dataOf("/?lang=en")).toEqual([
    {
      "@context": "https://schema.org",
      "@type": "Organization",
      "@id": `${ORIGIN}/#organization`,
      name: "Comptoir",
      url: `${ORIGIN}/`,
      logo: `${ORIGIN}/icons/icon-512.png`,
      contactPoint: {
        "@type": "ContactPoint",
        contactType: "customer support",
        url: `${ORIGIN}/contact?lang=en`,
        availableLanguage: ["fr", "en"],
      },
    },
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      name: "Comptoir",
      url: `${ORIGIN}/`,
      inLanguage: "en",
      publisher: { "@id": `${ORIGIN}/#organization` },
    },
  ]);

  const home: [string, string] = ["Accueil", "/"];
  const shop: [string, string] = ["Boutique", "/shop"];
  expect(await dataOf("/shop")).toEqual([trail(home, shop)]);
  const category: [string, string] = ["Musique", "/shop?category=1"];
  expect(await dataOf("/shop?category=1&subcategory=102&sort=popular")).toEqual([
    trail(home, shop, category, ["Samples et boucles", "/shop?category=1&subcategory=102"]),
  ]);

  const organization = { "@type": "Organization", name: "Ana & Co" };
  expect(await dataOf(`/acheter/${id}`)).toEqual([
    {
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Rain",
      image: drawnCover(id),
      sku: id,
      brand: { "@type": "Brand", name: "Ana & Co" },
      offers: {
        "@type": "Offer",
        url: `${ORIGIN}/acheter/${id}`,
        price: "0.25",
        priceCurrency: "SOL",
        availability: "https://schema.org/InStock",
        seller: { ...organization, url: `${ORIGIN}/sell/${named.uid}` },
      },
    },
    trail(home, shop, category, ["Rain", `/acheter/${id}`]),
  ]);
  expect((await dataOf(`/acheter/${id}?lang=en`)).at(-1)).toEqual(
    trail(
      ["Home", "/?lang=en"],
      ["Shop", "/shop?lang=en"],
      ["Music", "/shop?category=1&lang=en"],
      ["Rain", `/acheter/${id}?lang=en`],
    ),
  );

  expect(await dataOf(`/sell/${named.uid}`)).toEqual([
    {
      "@context": "https://schema.org",
      ...organization,
      url: `${ORIGIN}/sell/${named.uid}`,
      sameAs: [],
    },
    trail(home, shop, ["Ana & Co", `/sell/${named.uid}`]),
  ]);
});

// spec: web.product-data
test("a product's data can't leave its element", async () => {
  const traits = { title: HOSTILE, description: HOSTILE, price: 1_500_000_000 };
  const id = await insertProduct(env.DB, seller.uid, { ...traits, recipient: seller.wallet });
  for (const lang of ["fr", "en"]) {
    const answer = await SELF.fetch(`${ORIGIN}/acheter/${id}?lang=${lang}`);
    const html = await answer.text();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
    const { title, og, data } = readHead(html);
    expect(data.at(-1)).toMatchObject({
      "@type": "BreadcrumbList",
      itemListElement: expect.arrayContaining([expect.objectContaining({ name: HOSTILE })]),
    });
    expect(title).toBe(`${HOSTILE} · Comptoir`);
    expect(og["og:title"]).toBe(HOSTILE);
    expect(data[0]).toMatchObject({
      "@type": "Product",
      name: HOSTILE,
      offers: {
        url: `${ORIGIN}/acheter/${id}`,
        price: "1.5",
        priceCurrency: "SOL",
        availability: "https://schema.org/InStock",
      },
    });
  }
});

test("the card of a product has its cover; a disabled or sold-out one says so", async () => {
  const id = await publish(seller, { cover: new File([PNG], "a.png", { type: "image/png" }) });
  const shown = (await read(`/acheter/${id}`)).head;
  expect(shown.og["og:image"]).toMatch(/^http:\/\/localhost\/media\/[\w-]{22}$/);
  expect(shown.data[0]?.image).toBe(shown.og["og:image"]);

  const soldOut = { sale_type: "limited", sale_limit: 2, sold: 2 };
  await changeRow(env.DB, "products", { id }, soldOut);
  const offers = { availability: "https://schema.org/SoldOut" };
  expect((await read(`/acheter/${id}`)).head).toMatchObject({
    isNoindex: false,
    data: [{ offers }, {}],
  });
  await changeRow(env.DB, "products", { id }, { status: "disabled" });
  for (const path of [`/acheter/${id}`, `/preview/${id}`]) {
    const { head } = await read(path);
    expect(head).toMatchObject({ isNoindex: true, languages: {}, data: [] });
    expect(head.og["og:image"]).toMatch(/\/share\/category-\d+\.jpg$/);
  }
});
