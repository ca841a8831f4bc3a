import type { Act } from "../../steps";
import { buyByAction } from "../buyers/action";
import { askedLegs, payByHand } from "../buyers/by-hand";
import { ordersOf, pickOrder, productsOnSale } from "../checkout";
import { editWallet } from "../sellers/products";

/** A seller tries to buy an own product with a wallet that does not receive its price, mostly the linked one. */
export const buysOwnProduct: Act = {
  role: "seller",
  weight: 1.5,
  async run(context) {
    const { world, person, random } = context;
    const own = productsOnSale(world).filter(({ sellerUid }) => sellerUid === person.uid);
    const [linked, second] = person.wallets;
    if (own.length === 0 || !linked || !second) return;
    const product = random.pick(own);
    const [payer, receiver] = random.chance(0.75) ? [linked, second] : [second, linked];
    if (product.wallet === payer.address) await editWallet(context, product, receiver.address);
    await buyByAction(context, product, payer);
  },
};

/** A seller pays a buyer's order of an own product, from each of their wallets. */
export const paysOwnSale: Act = {
  role: "seller",
  weight: 1.5,
  async run(context) {
    const { world, person, random } = context;
    const own = new Set(
      productsOnSale(world).flatMap(({ sellerUid, product }) =>
        sellerUid === person.uid ? [product] : [],
      ),
    );
    const order = pickOrder(
      context,
      ordersOf(world, ({ product }) => own.has(product)),
    );
    if (!order) return;
    const wallet = random.pick(person.wallets);
    payByHand(context, wallet, askedLegs(world, order), `pays ${order.order} for an own product`);
  },
};
