import { formatSol } from "../../app/lib/lamports";
import { generateCover } from "../../app/products/rules/cover";
import { type CardFacts, toCard } from "../../app/products/rules/product-card";
import type { Template, Templates } from "./pages/templates";
import { type BaselineEnv, type Row, readProduct, readShop } from "./pages/worker-env";
import { categoryName } from "./stock-app/app/categories";

const PAGE_SIZE = 16;
const FEE_PERCENT = 1n;
const HEADERS = { "Content-Type": "text/html; charset=utf-8" };

/** Answers pages of the app as hand-written code would: strings joined with the values of the rows. */
export default {
  async fetch(request: Request, env: BaselineEnv & { TEMPLATES: Templates }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const html =
      pathname === "/shop"
        ? shopPage(await readShop(env, searchParams.get("category") ?? ""), env.TEMPLATES)
        : productPage(await readProduct(env), env.TEMPLATES);
    return new Response(html, { headers: HEADERS });
  },
};

function shopPage([best = [], rows = []]: Row[][], { shop, card }: Templates): string {
  const options = { now: Date.now(), top: best.map(({ id }) => String(id)) };
  let cards = "";
  for (const row of rows.slice(0, PAGE_SIZE)) {
    const facts = { ...row, priceLamports: BigInt(row.priceLamports ?? 0) };
    const { id, title, amount, categoryId } = toCard(facts as unknown as CardFacts, options);
    const category = categoryName(categoryId);
    cards += fill(card, {
      ...escaped({ id, title, price: amount, category }),
      svg: generateCover(id),
    });
  }
  return fill(shop, { cards });
}

function productPage(
  { product, others }: Awaited<ReturnType<typeof readProduct>>,
  templates: Templates,
): string {
  const price = BigInt(product?.priceLamports ?? 0);
  const fee = (price * FEE_PERCENT) / 100n;
  let cards = "";
  for (const { id, title, priceLamports } of others) {
    const amount = formatSol(BigInt(priceLamports ?? 0));
    const values = escaped({ id: String(id), title: String(title), price: amount });
    cards += fill(templates.other, { ...values, svg: generateCover(String(id)) });
  }
  const values = escaped({
    title: String(product?.title),
    description: String(product?.description),
    uid: String(product?.uid),
    seller: String(product?.displayName),
    sha256: String(product?.sha256),
    price: formatSol(price),
    fee: formatSol(fee),
    share: formatSol(price - fee),
  });
  const svg = generateCover(String(product?.id));
  return fill(templates.product, { ...values, svg, others: cards });
}

function fill(template: Template, values: Record<string, string>): string {
  let html = "";
  for (const part of template) html += typeof part === "string" ? part : values[part.value];
  return html;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(values: Record<string, string>): Record<string, string> {
  const entries = Object.entries(values).map(([name, text]) => {
    return [name, text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)];
  });
  return Object.fromEntries(entries);
}
