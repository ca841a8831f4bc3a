import type { SeedPorts } from "../context";
import { demoId, SELLERS } from "./people";
import { SALES_DAYS } from "./sales";
import { SOURCES } from "./sources";

/** Views of a product that nobody buys, on a day; one that sells has more. */
const MIN_VIEWS = 2;
const VIEWS_PER_SALE = 3;
/** Counts views of the demo's products on each day on which there are sales. */
export async function addViews(ports: SeedPorts, today: number): Promise<void> {
  const products = SELLERS.flatMap(({ products }) => products);
  const views = products.flatMap(({ slug, age: hours, sales = 0 }, index) =>
    Array.from({ length: Math.min(SALES_DAYS, Math.ceil(hours / 24)) }, (_, age) => {
      // Weeks have busy days, each product others.
      const busy = (index + age) % 7 < 2 ? 2 : 1;
      const count = (MIN_VIEWS + VIEWS_PER_SALE * sales) * busy + (age % 3);
      return { productId: demoId(slug), day: today - age, views: count, sources: spread(count) };
    }),
  );
  await ports.productViews.add(views);
}

/** Views by source: each has half of what the ones before left. */
function spread(views: number) {
  let left = views;
  return SOURCES.map((source) => {
    const own = Math.ceil(left / 2);
    left -= own;
    return { ...source, views: own };
  }).filter((one) => one.views > 0);
}
