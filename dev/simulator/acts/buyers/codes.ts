import { formatSol } from "../../../../app/lib/lamports";
import type { OpenedOrder, ProductOnSale } from "../../model/story";
import type { Act } from "../../steps";
import type { SimulatedWallet } from "../../world";
import { codeOfSeller } from "../asked";
import { isFree, type PersonContext, pickWallet, productsOnSale } from "../checkout";
import { hasBrowser, hasPage } from "../identity";
import { openOrder } from "../opening";
import { hasRight } from "../taking";
import { askAction } from "./action";
import { payInBrowser } from "./browser";
import { askedLegs, payByHand } from "./by-hand";

const MOST_AT_ONCE = 4;

/** Products of one seller with a code, those first that the person lacks. */
function coveredProducts(context: PersonContext): ProductOnSale[] {
  const { world, person, random } = context;
  const covered = productsOnSale(world).filter(
    (product) => !isFree(product) && codeOfSeller(context, product.sellerUid) !== null,
  );
  if (covered.length === 0) return [];
  const { sellerUid } = random.pick(covered);
  const own = covered.filter((product) => product.sellerUid === sellerUid);
  const lacks = ({ product }: ProductOnSale) => !hasRight(world, person.uid, product);
  const wanted = [...own.filter(lacks), ...own.filter((product) => !lacks(product))];
  return wanted.slice(0, random.between(1, MOST_AT_ONCE));
}

/** Opens an order by the code, with more than the price where that is the buyer's to choose: of it a code takes off. */
async function openWithCode(
  context: PersonContext,
  product: ProductOnSale,
  wallet: SimulatedWallet,
): Promise<string | null> {
  const { random, person } = context;
  const code = codeOfSeller(context, product.sellerUid)?.name ?? "";
  const amount = product.isPriceChosen && formatSol(2n * product.priceLamports);
  const asked = { code, ...(amount && { amount }) };
  if (hasBrowser(person) && random.chance(0.75))
    return (await openOrder(context, product, null, asked))?.order ?? null;
  return (await askAction(context, product, wallet.address, asked))?.order ?? null;
}

/**
 * Opens orders for several products by one code, of which a person may use it for fewer, and pays all of them at
 * nearly the same time: by hand, or by the pages. Stands in plans with codes alone, in the place of other acts.
 */
export const usesCodeAtOnce: Act = {
  role: "buyer",
  weight: 0,
  async run(context) {
    const { world, person, random } = context;
    const wallet = pickWallet(context);
    const isByHand = random.chance(0.6);
    const ids: string[] = [];
    for (const product of coveredProducts(context)) {
      const id = await openWithCode(context, product, wallet);
      if (id !== null) ids.push(id);
    }
    await world.scheduler.sleep(random.between(0, 5_000));
    const opened = world.story.events.flatMap((event): OpenedOrder[] =>
      event.kind === "opened" && ids.includes(event.order) ? [event] : [],
    );
    for (const order of opened) {
      if (isByHand || !hasPage(order)) {
        payByHand(context, wallet, askedLegs(world, order), `pays ${order.order} by its code`);
        continue;
      }
      world.start(`${person.name}, by a code`, async () => {
        await payInBrowser(context, order, wallet, {
          returnsBytes: random.chance(0.8),
          rewriting: "none",
          hesitatesMs: random.between(0, 6_000),
          staysOnPage: random.chance(0.5),
        });
      });
    }
  },
};
