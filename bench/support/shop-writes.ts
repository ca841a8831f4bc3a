import { NO_IMAGE } from "../../app/products/rules/pictures";
import { imageColumns } from "../../app/products/use-cases/images";
import { openDb } from "../../db/client";
import { productsIn } from "../../db/products/products";
import type { BenchRow } from "../../dev/bench";
import { SELLER } from "./shop-database";

/** What the shop's indexes and triggers cost a write of a product. */
export async function costOfWrites(db: D1Database): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const run = async (what: string, statement: string) => {
    const { meta } = await db.prepare(statement).run();
    rows.push({ write: what, "rows written": meta.rows_written, "rows read": meta.rows_read });
  };
  const id = crypto.randomUUID();
  await productsIn(openDb(db)).insert({
    id,
    ownerUid: SELLER,
    title: "Measured",
    description: "What a write costs",
    descriptionFormat: "markdown",
    categoryId: 4,
    subcategoryId: 404,
    type: "autre",
    priceLamports: 50_000_000n,
    isFree: false,
    isPriceChosen: false,
    suggestedLamports: null,
    ...imageColumns({ cover: NO_IMAGE, image: NO_IMAGE }),
    releaseId: null,
    productFileName: "",
    status: "draft",
    recipient: "wallet",
    saleType: "infinite",
    saleLimit: null,
    createdAt: 0,
    updatedAt: 0,
  });
  const of = `WHERE id = '${id}'`;
  await run("publish a draft", `UPDATE products SET status = 'active' ${of}`);
  await run("hold a unit", `UPDATE products SET held = held + 1 ${of}`);
  await run(
    "sell a unit",
    `UPDATE products SET sold = sold + 1, held = held - 1, ranked = ranked + 1 ${of}`,
  );
  await run("rate", `UPDATE products SET rating_count = 1, rating_sum = 5 ${of}`);
  await run("change a title", `UPDATE products SET title = 'x', search_text = 'x' ${of}`);
  await run("change a price", `UPDATE products SET price_lamports = 70000000 ${of}`);
  await run("disable", `UPDATE products SET status = 'disabled' ${of}`);
  await run("delete", `DELETE FROM products ${of}`);
  return rows;
}
