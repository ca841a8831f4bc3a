import { readPlanInForce } from "../../../../app/accounts/use-cases/read-plan";
import { formatSol } from "../../../../app/lib/lamports";
import { deleteProduct } from "../../../../app/orders/use-cases/delete-product";
import { parseTerms } from "../../../../app/products/http/product-form";
import type { ProductFields } from "../../../../app/products/rules/product-fields";
import { toFormFields } from "../../../../app/products/rules/product-form";
import { editProduct, setProductStatus } from "../../../../app/products/use-cases/edit-product";
import { ownProduct } from "../../../../app/products/use-cases/ownership";
import type { Ports } from "../../../../workers/ports";
import type { ProductOnSale } from "../../model/story";
import { tellProducts } from "../../setup";
import type { Act } from "../../steps";
import { ask, isFree, LATEST_WRITE_MS, type PersonContext, productsOnSale } from "../checkout";

/** Changes something of a product, and looks at what became of it. */
async function changeProduct(
  context: PersonContext,
  what: string,
  work: (ports: Ports) => Promise<unknown>,
): Promise<void> {
  const answer = await ask(context, what, work);
  tellProducts(context.world);
  if (answer.ok) return;
  await context.world.scheduler.sleep(LATEST_WRITE_MS);
  tellProducts(context.world);
}

/** Fills the form of a product, thinks, and saves it. */
export async function edit(
  context: PersonContext,
  { product: productId }: ProductOnSale,
  what: string,
  change: (fields: ProductFields) => Partial<ProductFields>,
): Promise<void> {
  const { world, person, random } = context;
  const uid = person.uid ?? "";
  const opened = await ask(context, `opens the form of ${productId}`, (ports) =>
    ownProduct({ uid, productId }, ports),
  );
  if (!opened.ok) return;
  const { updatedAt } = opened.value;
  const fields = toFormFields(opened.value);
  await world.scheduler.sleep(random.between(500, 20_000));
  await changeProduct(context, `${what} of ${productId}`, async (ports) => {
    const seller = {
      uid,
      wallet: person.wallets[0]?.address ?? null,
      plan: await readPlanInForce({ uid }, ports),
      // Gives the password with the form.
      reauthenticatedAt: ports.clock.now(),
    };
    const terms = parseTerms({ ...fields, ...change(fields) }, true);
    const images = { cover: null, image: null, focus: null, shareImage: null };
    await editProduct({ seller, productId, updatedAt, terms, ...images }, ports);
  });
}

/** Share of acts on a product with a price, where a seller has both. */
const PRICED_SHARE = 0.85;

/** An act of a seller on one of their products. */
export function productAct(
  weight: number,
  run: (context: PersonContext, product: ProductOnSale) => Promise<void>,
): Act {
  return {
    role: "seller",
    weight,
    async run(context) {
      const { random } = context;
      const own = ownProducts(context);
      const priced = own.filter((product) => !isFree(product));
      const shown = priced.length > 0 && random.chance(PRICED_SHARE) ? priced : own;
      if (shown.length > 0) await run(context, random.pick(shown));
    },
  };
}

export function ownProducts({ world, person }: PersonContext): ProductOnSale[] {
  return productsOnSale(world).filter(({ sellerUid }) => sellerUid === person.uid);
}

/** The prices that a product had before, and has not now. */
export function formerPrices({ world }: PersonContext, { product, priceLamports }: ProductOnSale) {
  return world.story.events.flatMap((event) =>
    event.kind === "product" &&
    event.product === product &&
    event.priceLamports !== priceLamports &&
    !isFree(event)
      ? [event.priceLamports]
      : [],
  );
}

/** A little or much, and sometimes back to what it was. */
export const editsPrice = productAct(7, (context, product) => {
  const before = formerPrices(context, product);
  if (before.length > 0 && context.random.chance(0.35)) {
    const price = formatSol(context.random.pick(before));
    return edit(context, product, "takes back the price", () => ({ price }));
  }
  const factor = context.random.pick([50n, 90n, 110n, 200n]);
  const price = (product.priceLamports * factor) / 100n + BigInt(context.random.below(3));
  return edit(context, product, "edits the price", () => ({ price: formatSol(price) }));
});

export const editsWallet = productAct(2, (context, product) =>
  editWallet(context, product, context.random.pick(context.person.wallets).address),
);

/** Has the price paid to this wallet of the seller's. */
export function editWallet(
  context: PersonContext,
  product: ProductOnSale,
  recipient: string,
): Promise<void> {
  return edit(context, product, "edits the wallet", () => ({ recipient }));
}

export const editsStock = productAct(3, (context, product) => {
  const units = (product.limit ?? 2) + context.random.between(-1, 3);
  const saleType = context.random.weighted({ limited: 8, unique: 1, infinite: 1 });
  return edit(context, product, "edits the stock", () => ({ saleType, saleLimit: String(units) }));
});

/** Takes a product off sale, and mostly puts it back before long. */
export const disablesProduct = productAct(2, async (context, { product: productId }) => {
  const { world, person, random } = context;
  const set = (status: "active" | "disabled") =>
    changeProduct(context, `sets ${productId} to ${status}`, (ports) =>
      setProductStatus({ uid: person.uid ?? "", productIds: [productId], status }, ports),
    );
  await set("disabled");
  if (random.chance(0.1)) return;
  await world.scheduler.sleep(random.between(1_000, 60_000));
  await set("active");
});

export const enablesProduct = productAct(2, (context, { product: productId }) =>
  changeProduct(context, `sets ${productId} to active`, (ports) =>
    setProductStatus(
      { uid: context.person.uid ?? "", productIds: [productId], status: "active" },
      ports,
    ),
  ),
);

/** Refused where it was paid for or still may be. */
export const deletesProduct = productAct(1, (context, { product: productId }) =>
  changeProduct(context, `deletes ${productId}`, (ports) =>
    deleteProduct({ uid: context.person.uid ?? "", productId }, ports),
  ),
);
