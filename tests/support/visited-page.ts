import { env, SELF } from "cloudflare:test";
import { insertProduct, type ProductTraits } from "./factories/product";
import { ORIGIN, type Seller } from "./seller";

/** A page as a visitor gets it. */
export async function readPage(path: string, locale: "fr" | "en" = "fr") {
  const headers = { Cookie: `locale=${locale}` };
  const response = await SELF.fetch(ORIGIN + path, { headers, redirect: "manual" });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

/** A product with a description and a price. Returns its id. */
export function listProduct(seller: Seller, traits: ProductTraits): Promise<string> {
  const all = { description: "Words about it", categoryId: 15, price: 1_000_000, ...traits };
  return insertProduct(env.DB, seller.uid, { ...all, recipient: seller.wallet });
}

/** Titles of the product cards, in order. */
export function cardTitles(html: string): string[] {
  const links = html.matchAll(/<h2[^>]*><a [^>]*href="\/acheter\/[^"]+"[^>]*>(.*?)<\/a>/g);
  return [...links].map(([, title = ""]) => title.replace(/<[^>]*>/g, ""));
}
