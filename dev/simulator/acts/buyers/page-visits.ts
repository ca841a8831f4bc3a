import type { PurchasePage } from "../../../../app/checkout/rules/purchase-page";
import type { Act } from "../../steps";
import { askedOf } from "../asked";
import {
  ask,
  isAnswerLost,
  lookAtOrder,
  openLivePage,
  ownOrders,
  type PersonContext,
  pickOrder,
  productsOnSale,
} from "../checkout";
import { buyerOf, hasPage } from "../identity";
import { pickProduct } from "./browser";

/** The purchase page as this person sees it; null where it could not be read. */
export async function readPage(
  context: PersonContext,
  productId: string,
): Promise<PurchasePage | null> {
  const { uid, wallets, name } = context.person;
  const address = `address of ${name}`;
  const viewer = uid === null ? null : { uid, wallet: wallets[0]?.address ?? null };
  const product = productsOnSale(context.world).find((one) => one.product === productId);
  // A link can bring a code or an amount.
  const asked = product && context.random.fork("link").chance(0.3) ? askedOf(context, product) : {};
  const answer = await ask(context, `reads the page of ${productId}`, ({ checkout }) =>
    checkout.readPurchasePage({ productId, viewer, asked, address }),
  );
  return answer.ok ? answer.value : null;
}

/** Reads a purchase page again, and takes what it offers: follows an order, claims a purchase. */
export const reloadsPage: Act = {
  role: "buyer",
  weight: 4,
  async run(context) {
    const { world, random } = context;
    const product = pickProduct(context);
    if (!product) return;
    const stage = (await readPage(context, product.product))?.stage;
    if (stage?.kind === "claim") return claimOwn(context, stage.order.id);
    if (stage?.kind !== "order" && stage?.kind !== "waiting") return;
    const page = await openLivePage(context, stage.order.id);
    await world.scheduler.sleep(random.between(1_000, 60_000));
    await lookAtOrder(context, stage.order.id);
    page?.close();
  },
};

async function claimOwn(context: PersonContext, order: string): Promise<void> {
  const { uid, wallets } = context.person;
  if (uid === null) return;
  const wallet = wallets[0]?.address ?? null;
  const wasBuyer = isBuyer(context, order);
  const answer = await ask(context, `claims ${order}`, ({ checkout }) =>
    checkout.claimOrder({ orderId: order, uid, wallet }),
  );
  // A claim may be written and its answer lost.
  if (answer.ok || (!wasBuyer && isBuyer(context, order))) {
    context.world.story.tell({ kind: "claimed", order, uid });
  }
}

/** True where the person is the buyer of an order. */
export function isBuyer({ world, person }: PersonContext, order: string): boolean {
  const sql = "SELECT 1 FROM orders WHERE id = ? AND buyer_uid = ?";
  return world.database.read(sql, order, person.uid).length > 0;
}

/** Claims what the linked wallet has paid for an order of another account. */
export const claimsPurchase: Act = {
  role: "buyer",
  weight: 2,
  async run(context) {
    const { world, person, random } = context;
    const [linked] = person.wallets;
    if (person.uid === null || !linked) return;
    const isPaidByThem = new Set(
      world.chain
        .landed()
        .flatMap(({ transfers }) => transfers)
        .flatMap(({ from, extra }) => (from === linked.address ? extra : [])),
    );
    const paid = world.story.events.flatMap((event) =>
      event.kind === "opened" && isPaidByThem.has(event.reference) && event.buyerUid !== person.uid
        ? [event.order]
        : [],
    );
    if (paid.length > 0) await claimOwn(context, random.pick(paid));
  },
};

/** Frees an order from its wallet, so that any may pay. */
export const unbindsWallet: Act = {
  role: "buyer",
  weight: 0.7,
  async run(context) {
    const { world, person } = context;
    const { uid } = person;
    const bound = ownOrders(world, person).filter(
      ({ buyerUid, wallet }) => buyerUid !== null && wallet !== null,
    );
    const order = pickOrder(context, bound)?.order;
    if (uid === null || !order) return;
    const answer = await ask(context, `frees ${order} from its wallet`, ({ checkout }) =>
      checkout.unbindWallet({ orderId: order, buyerUid: uid }),
    );
    if (answer.ok) world.story.tell({ kind: "unbound", order });
    else if (isAnswerLost(answer)) world.story.tell({ kind: "unbound-perhaps", order });
  },
};

/** Gives up a place in line, or none. */
export const leavesLine: Act = {
  role: "buyer",
  weight: 0.7,
  async run(context) {
    const { world, person } = context;
    const order = pickOrder(context, ownOrders(world, person).filter(hasPage))?.order;
    if (!order) return;
    const buyer = buyerOf(world, person, order);
    await ask(context, `leaves the line with ${order}`, ({ checkout }) =>
      checkout.leaveLine({ orderId: order, buyer }),
    );
  },
};
