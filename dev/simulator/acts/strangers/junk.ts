import type { Act } from "../../steps";
import { askedLegs, payByHand } from "../buyers/by-hand";
import { type PersonContext, pickWallet } from "../checkout";
import { pickOthersOrder } from "./false-names";

/** Transfers to the seller that name another's order and are worth next to nothing. */
export const sendsDust: Act = {
  role: "stranger",
  weight: 3,
  async run(context) {
    const { random } = context;
    const order = pickOthersOrder(context);
    if (!order) return;
    const lamports = BigInt(random.pick([1, 1, 5_000, 1_000_000]));
    const leg = { to: order.sellerWallet, lamports, keys: [order.reference] };
    payByHand(context, pickWallet(context), [leg], `sends dust for ${order.order}`);
  },
};

/** Transactions that name another's reference and pay nobody. */
export const sendsJunk: Act = {
  role: "stranger",
  weight: 2,
  async run(context) {
    const { random } = context;
    const order = pickOthersOrder(context);
    if (!order) return;
    const wallet = pickWallet(context);
    for (let left = random.between(1, 6); left > 0; left--) {
      const lamports = BigInt(random.between(1, 1_000));
      const leg = { to: wallet.address, lamports, keys: [order.reference] };
      payByHand(context, wallet, [leg], `sends junk that names ${order.order}`);
      await context.world.scheduler.sleep(random.below(2_000));
    }
  },
};

/** One transfer for two orders. */
export const namesTwoReferences: Act = {
  role: "stranger",
  weight: 2,
  async run(context) {
    const [order, other] = [pickOthersOrder(context), pickOthersOrder(context)];
    if (!order || !other) return;
    const { sellerWallet: to, totalLamports: lamports } = order;
    const leg = { to, lamports, keys: [order.reference, other.reference] };
    payByHand(
      context,
      pickWallet(context),
      [leg],
      `names ${order.order} and ${other.order} at once`,
    );
  },
};

/** One platform leg for two sales: both sellers are paid, the platform once. */
export const sharesPlatformLeg: Act = {
  role: "stranger",
  weight: 1,
  async run(context) {
    const { world } = context;
    const [order, other] = [pickOthersOrder(context), pickOthersOrder(context)];
    if (!order || !other || order.order === other.order) return;
    const legs = [...askedLegs(world, order), ...askedLegs(world, other).slice(-1)];
    payByHand(context, pickWallet(context), legs, `pays ${order.order} and half of ${other.order}`);
  },
};

/** Pays another's order in full from a wallet of their own. */
export const paysAnothersOrder: Act = {
  role: "stranger",
  weight: 2,
  async run(context) {
    const order = pickOthersOrder(context);
    if (!order) return;
    const legs = legsByChance(context, order);
    payByHand(context, pickWallet(context), legs, `pays ${order.order}, which is another's`);
  },
};

function legsByChance(
  { world, random }: PersonContext,
  order: NonNullable<ReturnType<typeof pickOthersOrder>>,
) {
  if (random.chance(0.5)) return askedLegs(world, order);
  return [{ to: order.sellerWallet, lamports: order.totalLamports, keys: [order.reference] }];
}
