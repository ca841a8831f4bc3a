import type { ProductOnSale } from "../../model/story";
import type { Act } from "../../steps";
import type { World } from "../../world";
import { type PersonContext, pickWallet, productsOnSale } from "../checkout";
import { openOrder } from "../opening";
import { readPayments, refund } from "../sellers/payments";
import { hasRight } from "../taking";
import { buyInBrowser, PLAIN, payInBrowser } from "./browser";
import { askedLegs, payByHand } from "./by-hand";

/** A final order of the person for an item lowers the price of its bundle. */
const MAX_WAIT_MS = 180_000;
const POLL_MS = 5_000;

/**
 * Buys an item and then its bundle for less, while the seller may refund the item. Stands in plans with a bundle alone,
 * in the place of other acts.
 */
export const completesBundle: Act = {
  role: "buyer",
  weight: 0,
  async run(context) {
    const { world, person, random } = context;
    if (person.uid === null) return;
    const bundle = productsOnSale(world).find(({ product }) => itemsOf(world, product).length > 0);
    if (!bundle || hasRight(world, person.uid, bundle.product)) return;
    const itemOrder = await itemIn(context, bundle);
    if (itemOrder === null) return;
    const order = await openOrder(context, bundle, null);
    if (!order) return;
    if (order.hasCredit && random.chance(0.7)) startRefund(context, bundle, itemOrder);
    const wallet = pickWallet(context);
    if (random.chance(0.4)) {
      const hesitatesMs = random.between(0, 25_000);
      await payInBrowser(context, order, wallet, { ...PLAIN, hesitatesMs });
      return;
    }
    await world.scheduler.sleep(random.between(0, 25_000));
    payByHand(context, wallet, askedLegs(world, order), `pays ${order.order} for a bundle by hand`);
  },
};

/** The person's final order of an item, which they buy now where they have none; null where it does not come to be. */
async function itemIn(context: PersonContext, bundle: ProductOnSale): Promise<string | null> {
  const { world, person, random } = context;
  const has = finalItem(world, person.uid, bundle.product);
  if (has !== null) return has;
  const ids = itemsOf(world, bundle.product);
  const items = productsOnSale(world).filter(({ product }) => ids.includes(product));
  if (items.length === 0) return null;
  const hesitatesMs = random.between(500, 3_000);
  await buyInBrowser(context, random.pick(items), { ...PLAIN, hesitatesMs });
  const until = world.scheduler.now + MAX_WAIT_MS;
  while (world.scheduler.now < until) {
    const found = finalItem(world, person.uid, bundle.product);
    if (found !== null) return found;
    await world.scheduler.sleep(POLL_MS);
  }
  return null;
}

function startRefund(
  { world, random }: PersonContext,
  bundle: ProductOnSale,
  itemOrder: string,
): void {
  const seller = world.people.find(({ uid }) => uid === bundle.sellerUid);
  if (!seller) return;
  world.start(`${seller.name}, refunding an item of a bundle`, async () => {
    const theirs = { world, person: seller, random: random.fork("refund") };
    const sales = await readPayments(theirs, "sales");
    const sale = sales.find(({ orderId }) => orderId === itemOrder);
    if (sale) await refund(theirs, sale, { scope: "all", mayRefuse: false });
  });
}

function itemsOf({ database }: World, bundle: string): string[] {
  const sql = "SELECT product_id AS id FROM bundle_items WHERE bundle_id = ?";
  return database.read<{ id: string }>(sql, bundle).map(({ id }) => id);
}

function finalItem({ database }: World, uid: string | null, bundle: string): string | null {
  const [row] = database.read<{ id: string }>(
    `SELECT o.id FROM bundle_items i JOIN rights r ON r.product_id = i.product_id AND r.revoked_at IS NULL
    JOIN orders o ON o.id = r.order_id AND o.status = 'paid' AND o.finalized_at IS NOT NULL
    WHERE i.bundle_id = ? AND r.uid = ? AND o.product_id = i.product_id`,
    bundle,
    uid,
  );
  return row?.id ?? null;
}
