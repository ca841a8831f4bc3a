import type { OpenedOrder } from "../../model/story";
import type { Act } from "../../steps";
import {
  buildPayment,
  openLivePage,
  ownOrders,
  type PersonContext,
  pickWallet,
  productsOnSale,
  sendFromWallet,
  sendSigned,
} from "../checkout";
import { hasBrowser, hasPage } from "../identity";
import { openOrder } from "../opening";
import { decodeBase64Transaction, handMade, signedBytes } from "../signing";
import { pickProduct } from "./browser";
import { askedLegs, payByHand } from "./by-hand";

/**
 * An order of this person that has ended: one that was opened on other terms than today's ends as soon as
 * they ask again. Where there is none they open one, and come back later.
 */
async function endedOrder(context: PersonContext): Promise<OpenedOrder | null> {
  const { world, person, random } = context;
  const statuses = new Map(
    world.database
      .read<{ id: string; status: string }>("SELECT id, status FROM orders")
      .map(({ id, status }) => [id, status]),
  );
  const own = ownOrders(world, person);
  const ended = own.filter(({ order }) => statuses.get(order) === "expired");
  if (ended.length > 0 && random.chance(0.7)) return random.pick(ended);
  if (!hasBrowser(person)) return null;
  const products = productsOnSale(world);
  const outdated = own.flatMap((order) => {
    const isOpen = hasPage(order) && statuses.get(order.order) === "pending";
    const product = products.find((one) => one.product === order.product);
    const isToday = product?.priceLamports === order.listLamports;
    return isOpen && product && !isToday ? [{ order, product }] : [];
  });
  if (outdated.length > 0) {
    const { order, product } = random.pick(outdated);
    return (await openOrder(context, product, null)) && order;
  }
  const product = pickProduct(context);
  if (product) await openOrder(context, product, null);
  return null;
}

/** Asks for the transaction of an ended order in every way that there is, and pays where it gets one. */
export const asksForEndedOrder: Act = {
  role: "buyer",
  weight: 2,
  async run(context) {
    const { world, person, random } = context;
    const opened = await endedOrder(context);
    if (!opened) return;
    const { order } = opened;
    const wallet = person.wallets.find(({ address }) => address === opened.wallet);
    const payer = wallet ?? pickWallet(context);
    // By the QR of the order; by its page, with a wallet that returns what it signed or that sends it.
    const ways = hasPage(opened) ? [{}, { returnsBytes: true }, { returnsBytes: false }] : [{}];
    for (const way of ways) {
      const built = await buildPayment(context, { order, account: payer.address, ...way });
      if (!built) continue;
      await world.scheduler.sleep(random.between(500, 5_000));
      const bytes = signedBytes(decodeBase64Transaction(built.transaction), [payer]);
      if (built.send === "server") await sendSigned(context, order, bytes);
      else await sendFromWallet(context, order, bytes, { reports: false });
      return;
    }
    // A transaction that was made without the server.
    if (hasPage(opened))
      await sendSigned(context, order, handMade(world, payer, askedLegs(world, opened)));
  },
};

/** Pays an ended order by hand, on the terms that it had. */
export const paysEndedOrder: Act = {
  role: "buyer",
  weight: 2,
  async run(context) {
    const { world, person, random } = context;
    const order = await endedOrder(context);
    if (!order) return;
    const wallet = person.wallets.find(({ address }) => address === order.wallet);
    const legs = askedLegs(world, order);
    payByHand(context, wallet ?? pickWallet(context), legs, `pays ${order.order}, which has ended`);
    if (!hasPage(order) || !random.chance(0.5)) return;
    const page = await openLivePage(context, order.order);
    await world.scheduler.sleep(random.between(2_000, 30_000));
    page?.close();
  },
};
