import type { SeedPorts } from "../context";
import { demoId, SELLERS } from "./people";
import { SALES_DAYS } from "./sales";

/** Views of a product that nobody buys, on a day; one that sells has more. */
const MIN_VIEWS = 2;
const VIEWS_PER_SALE = 3;

/** Counts views of the demo's products on each day on which there are sales. */
export async function addViews(ports: SeedPorts, today: number): Promise<void> {
  const views = SELLERS.flatMap(({ products }) => products).flatMap(
    ({ slug, age: hours, sales = 0 }, index) =>
      Array.from({ length: Math.min(SALES_DAYS, Math.ceil(hours / 24)) }, (_, age) => ({
        productId: demoId(slug),
        day: today - age,
        // Weeks have busy days, each product others.
        views: (MIN_VIEWS + VIEWS_PER_SALE * sales) * ((index + age) % 7 < 2 ? 2 : 1) + (age % 3),
      })),
  );
  await ports.productViews.add(views);
}
