import { formatSol } from "../../../../app/lib/lamports";
import { TICKED } from "../../../../app/products/rules/product-form";
import type { ProductOnSale } from "../../model/story";
import type { Act } from "../../steps";
import { addressOf, isFree, type PersonContext } from "../checkout";
import { takeFree } from "../taking";
import { edit, formerPrices, ownProducts } from "./products";

/** What a free product costs at least once it has a price again; above the rent minimum of an account. */
const MIN_PRICE_LAMPORTS = 10_000_000;

/** An act of a seller on one of these products of theirs, mostly on one with an open order. */
function actOn(
  weight: number,
  isMeant: (product: ProductOnSale, context: PersonContext) => boolean,
  run: (context: PersonContext, product: ProductOnSale) => Promise<void>,
): Act {
  return {
    role: "seller",
    weight,
    async run(context) {
      const { world, random } = context;
      const meant = ownProducts(context).filter((product) => isMeant(product, context));
      const rows = world.database.read<{ id: string }>(
        "SELECT DISTINCT product_id AS id FROM orders WHERE status IN ('pending', 'awaiting')",
      );
      const ordered = new Set(rows.map(({ id }) => id));
      const open = meant.filter(({ product }) => ordered.has(product));
      const shown = open.length > 0 && random.chance(0.7) ? open : meant;
      if (shown.length > 0) await run(context, random.pick(shown));
    },
  };
}

/**
 * Ticks the box, mostly of a product without a limit, and often sets a price again before long. Refused with a limit,
 * and to who has neither a sale nor the operator's word.
 */
export const makesFree = actOn(
  4,
  (product, { random }) => !isFree(product) && (product.limit === null || random.chance(0.2)),
  async (context, product) => {
    const { world, random } = context;
    await edit(context, product, "ends the price", () => ({ free: TICKED, price: "" }));
    if (random.chance(0.5)) return;
    await world.scheduler.sleep(random.between(20_000, 300_000));
    await setPriceAgain(context, product);
  },
);

/** Ends what is free, by its former price or a new one; sometimes with a limit. */
export const setsPriceAgain = actOn(3, isFree, setPriceAgain);

function setPriceAgain(context: PersonContext, product: ProductOnSale): Promise<void> {
  const { random } = context;
  const before = formerPrices(context, { ...product, priceLamports: 0n });
  const drawn = BigInt(random.between(MIN_PRICE_LAMPORTS, 10 * MIN_PRICE_LAMPORTS));
  const price = formatSol(before.length > 0 && random.chance(0.6) ? random.pick(before) : drawn);
  const limit = { saleType: "limited", saleLimit: String(random.between(1, 5)) };
  const more = random.chance(0.2) ? limit : {};
  return edit(context, product, "sets a price again", () => ({ free: "", price, ...more }));
}

/** A seller who takes an own product would have it counted. */
export const takesOwnProduct = actOn(1, isFree, async (context, { product }) => {
  await takeFree(context, product, addressOf(context.world, context.person));
});
