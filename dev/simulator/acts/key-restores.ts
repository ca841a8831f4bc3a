import type { ProductOnSale } from "../model/story";
import type { FaultAct, StepContext } from "../steps";
import type { Person, World } from "../world";
import { buyInBrowser, PLAIN } from "./buyers/browser";
import { licensedProducts, lookAtKey } from "./buyers/licences";
import { isFree, ownOrders, productsOnSale } from "./checkout";
import { hasBrowser } from "./identity";
import { copyDatabase, restoreCopy } from "./operator";
import { hasRight } from "./taking";

const LOOKS = 12;
const LOOK_PAUSE_MS = 15_000;
const HESITATES_MS = 1_000;

/** People who can buy a product with licence keys that they lack. */
interface KeySale {
  product: ProductOnSale;
  buyers: readonly Person[];
}

/** What was seen before the restore, by the product and its buyer. */
const seenBefore = new WeakMap<StepContext["random"], { sale: KeySale; buyer: Person }>();

/**
 * Somebody sees a licence key that the copy does not know; then the copy is restored, somebody else buys the product,
 * and both look. Stands in plans with licence keys alone, in the place of another fault.
 */
const restoreAfterKey: FaultAct = {
  weight: 0,
  async awaits(context) {
    const sale = pickSale(context);
    const [buyer] = sale?.buyers ?? [];
    if (!sale || !buyer) return false;
    copyDatabase(context);
    const isSeen = await buyAndLook(context, buyer, sale.product);
    if (isSeen) seenBefore.set(context.random, { sale, buyer });
    return isSeen;
  },
  run(context) {
    const seen = seenBefore.get(context.random);
    if (!seen || !restoreCopy(context)) return false;
    const { world, random } = context;
    const { buyer, sale } = seen;
    const other = sale.buyers.find((one) => one !== buyer);
    if (other) {
      const fork = { world, random: random.fork("other buyer") };
      world.start(`${other.name}, after a restore`, async () => {
        await buyAndLook(fork, other, sale.product);
      });
    }
    world.start(`${buyer.name}, after a restore`, async () => {
      await look({ world, random: random.fork("looks") }, buyer, sale.product);
    });
    return true;
  },
};

export const keyRestores = {
  "operator restores a copy from before a key": restoreAfterKey,
} satisfies Record<string, FaultAct>;

function pickSale({ world, random }: StepContext): KeySale | null {
  const licensed = licensedProducts(world);
  const buyers = world.people.filter((person) => person.role === "buyer" && hasBrowser(person));
  const sales = productsOnSale(world)
    .filter((product) => licensed.has(product.product) && !isFree(product))
    .map((product) => ({ product, buyers: buyers.filter((one) => !has(world, one, product)) }))
    .filter((sale) => sale.buyers.length > 1);
  return sales.length > 0 ? random.pick(sales) : null;
}

function has(world: World, person: Person, { product }: ProductOnSale): boolean {
  if (hasRight(world, person.uid, product)) return true;
  return ownOrders(world, person).some((order) => order.product === product);
}

async function buyAndLook(context: StepContext, person: Person, product: ProductOnSale) {
  await buyInBrowser({ ...context, person }, product, { ...PLAIN, hesitatesMs: HESITATES_MS });
  return look(context, person, product);
}

/** Opens the page again and again, until it has a key or the person gives up. */
async function look(
  context: StepContext,
  person: Person,
  { product }: ProductOnSale,
): Promise<boolean> {
  const { story, scheduler } = context.world;
  const shown = () => story.events.filter(({ kind }) => kind === "licence").length;
  const before = shown();
  for (let looks = 0; looks < LOOKS; looks++) {
    await lookAtKey({ ...context, person }, product);
    if (shown() > before) return true;
    await scheduler.sleep(LOOK_PAUSE_MS);
  }
  return false;
}
