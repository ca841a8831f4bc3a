import type { Act } from "../../steps";
import { ask, buildPayment, openLivePage, pickWallet, sendFromWallet } from "../checkout";
import { hasBrowser } from "../identity";
import { openOrder } from "../opening";
import { decodeBase64Transaction, signedBytes } from "../signing";
import { buyByAction } from "./action";
import { pickProduct } from "./browser";

/** Opens an order on a computer and scans its QR with a wallet on a phone. */
export const scansOrder: Act = {
  role: "buyer",
  weight: 3,
  async run(context) {
    const { world, person, random } = context;
    const product = pickProduct(context);
    if (!product) return;
    if (!hasBrowser(person)) return buyByAction(context, product);
    const opened = await openOrder(context, product, null);
    if (!opened) return;
    const { order } = opened;
    const page = await openLivePage(context, order);
    const wallet = pickWallet(context);
    await ask(context, `scans ${order}`, ({ checkout }) => checkout.describeOrder(order));
    const built = await buildPayment(context, { order, account: wallet.address });
    if (built) {
      await world.scheduler.sleep(random.between(500, 8_000));
      const bytes = signedBytes(decodeBase64Transaction(built.transaction), [wallet]);
      await sendFromWallet(context, order, bytes, { reports: false });
      await world.scheduler.sleep(random.between(1_000, 30_000));
    }
    page?.close();
  },
};

/** Buys from a link that a wallet opens as an Action, with an account or without one. */
export const buysByAction: Act = {
  role: "buyer",
  weight: 3,
  async run(context) {
    const product = pickProduct(context);
    if (product) await buyByAction(context, product);
  },
};

/** Scans a QR twice, or asks again after a lost answer: the same bytes must pay once. */
export const asksActionTwice: Act = {
  role: "buyer",
  weight: 1,
  async run(context) {
    const product = pickProduct(context);
    if (!product) return;
    const wallet = pickWallet(context);
    await buyByAction(context, product, wallet);
    await context.world.scheduler.sleep(context.random.between(0, 90_000));
    await buyByAction(context, product, wallet);
  },
};
