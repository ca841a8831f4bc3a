import { DAY_MS } from "../../app/lib/time-zone";
import french from "../../locales/fr/checkout.server.json";
import type { SeedContext } from "./context";
import { seedPorts } from "./context";
import { createAccounts, createStorefront } from "./demo/accounts";
import { DEMO_BUNDLE, publishBundle } from "./demo/bundle";
import { BUYER, DEMO_PASSWORD, SELLERS } from "./demo/people";
import { publish } from "./demo/publish";
import { addReviews } from "./demo/reviews";
import { fundWallets, makeSales } from "./demo/sales";
import { addSourceNames } from "./demo/sources";
import { addViews } from "./demo/views";

export interface SeedReport {
  /** Accounts with a password. */
  accounts: { role: "seller" | "buyer"; name: string; email: string; password: string }[];
  products: number;
  sales: number;
}

/**
 * Seeds the demo: two sellers with their products and pages, a buyer, some sales, and reviews. Existing rows
 * stay unchanged, so that an interrupted run can be resumed.
 */
export async function seedDemo(context: SeedContext): Promise<SeedReport> {
  const ports = seedPorts(context);
  const now = Date.now();
  await Promise.all([createAccounts(ports, now), fundWallets(ports, context.rpcUrl)]);
  // Sequentially, oldest first: the shop sorts by insertion.
  const products = SELLERS.flatMap((seller) =>
    seller.products.map((product) => ({ seller, product })),
  ).sort((one, other) => other.product.age - one.product.age);
  const isNewer = ({ product }: (typeof products)[number]) => product.age < DEMO_BUNDLE.age;
  for (const { seller, product } of products.filter((one) => !isNewer(one)))
    await publish(seller, product, ports, now);
  if (SELLERS[0]) await publishBundle(SELLERS[0], ports, now);
  for (const { seller, product } of products.filter(isNewer))
    await publish(seller, product, ports, now);
  for (const seller of SELLERS) await createStorefront(seller, ports, now);
  await addSourceNames(ports, now);
  const portsAt = (age: number) => seedPorts(context, () => Date.now() - age * DAY_MS);
  const sales = await makeSales(portsAt, {
    genericLabel: french.payment.genericLabel,
    purchaseOf: (what) => french.payment.purchaseOf.replace("{{what}}", what),
  });
  await addReviews(ports, context.db);
  const viewed = await context.db.prepare("SELECT 1 FROM product_views LIMIT 1").first();
  // Sums can't be added twice.
  if (!viewed) await addViews(ports, Math.floor(now / DAY_MS));
  const account = { password: DEMO_PASSWORD };
  return {
    accounts: [
      ...SELLERS.map(({ name, email }) => ({ role: "seller" as const, name, email, ...account })),
      { role: "buyer", name: BUYER.name, email: BUYER.email, ...account },
    ],
    products: products.length + 1,
    sales,
  };
}
