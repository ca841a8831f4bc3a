import { accountBuyer } from "../../../../app/orders/rules/buyer";
import type { OpenedOrder } from "../../model/story";
import type { Act } from "../../steps";
import type { Person } from "../../world";
import { askAction } from "../buyers/action";
import { pickProduct } from "../buyers/browser";
import { isBuyer } from "../buyers/page-visits";
import { ask, buildPayment, ordersOf, type PersonContext, pickOrder } from "../checkout";
import { openOrder } from "../opening";

export function victimOf({ world, random, person }: PersonContext): Person | null {
  const others = world.people.filter((one) => one !== person && one.role === "buyer");
  return others.length > 0 ? random.pick(others) : null;
}

/** An order of another person, lately opened. */
export function pickOthersOrder(context: PersonContext): OpenedOrder | null {
  const { uid } = context.person;
  const isOthers = ({ buyerUid }: OpenedOrder) => buyerUid !== uid || buyerUid === null;
  return pickOrder(context, ordersOf(context.world, isOthers));
}

/** A bound order of another person that some other wallet has sent money for. */
function pickMisdirected({ world, random, person }: PersonContext): OpenedOrder | null {
  const sent = world.chain.landed().flatMap(({ transfers }) => transfers);
  const orders = ordersOf(
    world,
    ({ buyerUid, wallet, reference }) =>
      buyerUid !== null &&
      buyerUid !== person.uid &&
      wallet !== null &&
      sent.some(({ from, extra }) => from !== wallet && extra.includes(reference)),
  );
  return orders.length > 0 ? random.pick(orders) : null;
}

/** Asks for an Action with the address of another's wallet. Nothing is signed. */
export const asksInAnothersName: Act = {
  role: "stranger",
  weight: 3,
  async run(context) {
    const product = pickProduct(context);
    const wallet = victimOf(context)?.wallets[0];
    if (product && wallet) await askAction(context, product, wallet.address);
  },
};

/** Scans the QR of another's order, with an own wallet or in the name of theirs. */
export const scansAnothersOrder: Act = {
  role: "stranger",
  weight: 3,
  async run(context) {
    const { random, person } = context;
    const opened = pickOthersOrder(context);
    if (!opened) return;
    const victims = victimOf(context)?.wallets ?? [];
    const wallets = random.chance(0.5) ? person.wallets : victims;
    if (wallets.length === 0) return;
    await buildPayment(context, { order: opened.order, account: random.pick(wallets).address });
  },
};

/** Scans the QR of another's order several times at once, and again when its transaction may have lapsed. */
export const scansAtOnce: Act = {
  role: "stranger",
  weight: 1,
  async run(context) {
    const { world, random, person } = context;
    const opened = pickOthersOrder(context);
    if (!opened) return;
    const wallets = [...person.wallets, ...(victimOf(context)?.wallets ?? [])];
    for (let burst = 0; burst < 2; burst++) {
      const accounts = Array.from({ length: random.between(2, 6) }, () => random.pick(wallets));
      await Promise.all(
        accounts.map(({ address }) =>
          buildPayment(context, { order: opened.order, account: address }),
        ),
      );
      await world.scheduler.sleep(random.between(0, 90_000));
    }
  },
};

/** Opens an order that is bound to another's wallet. */
export const bindsAnothersWallet: Act = {
  role: "stranger",
  weight: 2,
  async run(context) {
    const { random, person } = context;
    const product = pickProduct(context);
    const wallet = victimOf(context)?.wallets[0];
    if (!product || !wallet || person.uid === null) return;
    const opened = await openOrder(context, product, wallet.address);
    if (!opened) return;
    const returnsBytes = random.chance(0.5);
    await buildPayment(context, { order: opened.order, account: wallet.address, returnsBytes });
  },
};

/** Uses the id of another's order where only its owner may. Any answer but a refusal ends the run. */
export const usesAnothersOrder: Act = {
  role: "stranger",
  weight: 2,
  async run(context) {
    const { world, random, person } = context;
    const { uid } = person;
    const what = random.pick(["read", "leave", "unbind", "report", "claim", "claim"] as const);
    const opened = (what === "claim" && pickMisdirected(context)) || pickOthersOrder(context);
    if (!opened || uid === null || opened.buyerUid === null) return;
    const { order: orderId } = opened;
    const wallet = person.wallets[0]?.address ?? null;
    const wasBuyer = isBuyer(context, orderId);
    const answer = await ask(context, `tries to ${what} ${orderId}`, async ({ checkout }) => {
      const buyer = accountBuyer(uid);
      const own = { orderId, buyer };
      if (what === "read") await checkout.readOrder({ orderId, viewer: buyer });
      if (what === "leave") await checkout.leaveLine(own);
      if (what === "unbind") await checkout.unbindWallet({ orderId, buyerUid: uid });
      if (what === "report") await checkout.reportSignature({ ...own, signature: SOME_SIGNATURE });
      if (what === "claim") await checkout.claimOrder({ orderId, uid, wallet });
    });
    const isOwn = isBuyer(context, orderId);
    if (what === "claim" && (answer.ok || (isOwn && !wasBuyer))) {
      return world.story.tell({ kind: "claimed", order: orderId, uid });
    }
    // Who paid it from a linked wallet may have claimed it.
    if (!answer.ok || isOwn) return;
    throw new Error(`${person.name} could ${what} ${orderId}, which is another's`);
  },
};

/** Of no transaction: 64 bytes, base58. */
const SOME_SIGNATURE = "5".repeat(87);
