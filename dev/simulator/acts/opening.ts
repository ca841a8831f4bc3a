import type { OrderRequest } from "../../../app/checkout/rules/order-request";
import { isShare, lamportsTo } from "../../../app/orders/rules/legs";
import type { Order } from "../../../app/orders/rules/order";
import {
  codeOf,
  creditedItems,
  isBundle,
  type Terms,
  takenUses,
} from "../../../app/orders/rules/terms";
import type { OpenedOrder, ProductOnSale } from "../model/story";
import type { World } from "../world";
import { askedOf } from "./asked";
import { addressOf, ask, COPY, type PersonContext, pickWallet } from "./checkout";
import { grantOf, tellTaken } from "./taking";

/**
 * Clicks on 'buy'; without an account mostly in the same browser. Null without an order, also where the
 * person owns the product, or it is free and theirs now. An order for a product that they have for free ends the
 * run.
 */
export async function openOrder(
  context: PersonContext,
  product: ProductOnSale,
  wallet: string | null,
  asked = askedOf(context, product),
): Promise<OpenedOrder | null> {
  const { world, person, random } = context;
  const [first] = person.secrets;
  if (person.uid === null && first !== undefined) {
    const secret = random.chance(0.8) ? first : random.pick(person.secrets);
    const named = wallet ?? pickWallet(context).address;
    return openAsGuest(context, product, { secret, wallet: named, asked });
  }
  const before = grantOf(world, person.uid, product.product);
  const answer = await ask(context, `opens an order for ${product.product}`, ({ checkout }) =>
    checkout.startPurchase({
      productId: product.product,
      buyerUid: person.uid,
      buyerWallet: wallet,
      address: addressOf(world, person),
      asked,
      copy: COPY,
    }),
  );
  if (!answer.ok || answer.value.kind === "owned") {
    await tellTaken(context, product.product, answer);
    return null;
  }
  const opened = openedOf(answer.value.order);
  if (before !== null && before === grantOf(world, person.uid, product.product))
    throw new Error(`${person.name} has ${product.product} for free, and got ${opened.order}`);
  tellOpened(world, opened);
  return opened;
}

/** What a browser learns of an order. */
export function openedOf(order: Order): OpenedOrder {
  return {
    order: order.id,
    product: order.productId,
    buyerUid: order.buyerUid,
    secret: order.guest?.secretHash ?? null,
    wallet: order.buyerWallet,
    reference: order.reference,
    totalLamports: order.priceLamports,
    sellerWallet: order.recipient,
    feeLamports: lamportsTo(order.terms, "platform"),
    ...askedIn(order.terms),
  };
}

/** What an order costs and takes beside its product, by its terms. */
export function askedIn(
  terms: Terms,
): Pick<
  OpenedOrder,
  "listLamports" | "code" | "discountLamports" | "items" | "hasCredit" | "takesUse" | "shares"
> {
  const code = codeOf(terms);
  const { codes, own } = takenUses(terms);
  return {
    listLamports: BigInt(terms.list.amount),
    code: code?.id ?? null,
    discountLamports: -BigInt(code?.amount ?? 0),
    items: isBundle(terms) ? terms.items.map(({ product }) => product) : [],
    hasCredit: creditedItems(terms).length > 0,
    // A limit that came later counts as well.
    takesUse: codes.length + own.length > 0 || isBundle(terms),
    shares: terms.legs
      .filter(isShare)
      .map(({ wallet, amount }) => ({ wallet, lamports: BigInt(amount) })),
  };
}

/** Tells of an order that was answered for the first time. */
export function tellOpened({ story }: World, opened: OpenedOrder): void {
  const isKnown = story.events.some(
    (event) => event.kind === "opened" && event.order === opened.order,
  );
  if (!isKnown) story.tell({ kind: "opened", ...opened });
}

/** The purchase of a product that a wallet has itself paid, and that still is one. */
function purchaseOf({ database }: World, wallet: string, product: string): string | null {
  const [row] = database.read<{ id: string }>(
    `SELECT o.id FROM orders o JOIN rights q ON q.order_id = o.id AND q.revoked_at IS NULL
    WHERE o.status = 'paid' AND o.payer_wallet = ? AND o.product_id = ?`,
    wallet,
    product,
  );
  return row?.id ?? null;
}

/**
 * Clicks on 'buy' in a browser without an account, with an address that may be anybody's. An order of
 * another browser ends the run, and one for a wallet that has paid for the product already.
 */
export async function openAsGuest(
  context: PersonContext,
  sale: ProductOnSale,
  {
    secret,
    wallet,
    asked = askedOf(context, sale),
  }: { secret: string; wallet: string; asked?: OrderRequest },
): Promise<OpenedOrder | null> {
  const { world, person } = context;
  const { product } = sale;
  const before = purchaseOf(world, wallet, product);
  const answer = await ask(
    context,
    `opens an order for ${product} without an account`,
    ({ checkout }) =>
      checkout.startGuestPurchase({
        productId: product,
        guest: { kind: "guest", secretHash: secret },
        wallet,
        address: `address of ${person.name}`,
        asked,
        copy: COPY,
      }),
  );
  if (!answer.ok) return null;
  const { order } = answer.value;
  if (before !== null && before === purchaseOf(world, wallet, product))
    throw new Error(`${wallet} has paid ${before} for ${product}, and got ${order.id}`);
  const opened = { ...openedOf(order), wallet };
  if (opened.secret !== secret) {
    throw new Error(`${person.name} got ${order.id}, which another browser or wallet opened`);
  }
  tellOpened(world, opened);
  return opened;
}
