import { parseSol } from "../../app/lib/parse-sol";
import { foldText } from "../../app/products/rules/search-text";
import { PAGE_SIZE, type ShopState } from "../../app/shop/rules/shop";

const ORDERS: Record<ShopState["sort"], string> = {
  recent: "seq DESC",
  "price-asc": "price_lamports, seq",
  "price-desc": "price_lamports DESC, seq DESC",
  popular: "sold DESC, seq DESC",
};

/** A page of the shop and its count by OFFSET and COUNT(*), without an index. */
export function unindexedPage(
  db: D1Database,
  state: ShopState,
  uid: string,
): D1PreparedStatement[] {
  const { category, subcategory, type, min, max, favs, q, sort, page } = state;
  const conditions = ["status = 'active'"];
  if (category !== null) conditions.push(`category_id = ${category}`);
  if (subcategory !== null) conditions.push(`subcategory_id = ${subcategory}`);
  if (type !== null) conditions.push(`type = '${type}'`);
  if (min !== null) conditions.push(`price_lamports >= ${lamports(min)}`);
  if (max !== null) conditions.push(`price_lamports <= ${lamports(max)}`);
  if (favs) conditions.push(`id IN (SELECT product_id FROM favourites WHERE uid = '${uid}')`);
  const text = foldText(q);
  if (text) conditions.push(`instr(search_text, '${text}') > 0`);
  const matches = `FROM products NOT INDEXED WHERE ${conditions.join(" AND ")}`;
  const limit = `LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}`;
  return [
    db.prepare(`SELECT id, title ${matches} ORDER BY ${ORDERS[sort]} ${limit}`),
    db.prepare(`SELECT count(*) ${matches}`),
  ];
}

function lamports(sol: string): bigint {
  const amount = parseSol(sol);
  if (!amount.ok) throw new Error(`not a price: ${sol}`);
  return amount.lamports;
}
