import { assertNever } from "../../../../app/lib/assert-never";
import type { OpenedOrder } from "../../model/story";
import type { Act } from "../../steps";
import type { SimulatedWallet, World } from "../../world";
import { openLivePage, ownOrders, type PersonContext, pickOrder, pickWallet } from "../checkout";
import { hasBrowser } from "../identity";
import { openOrder } from "../opening";
import { type HandMadeLeg, handMade, idOf } from "../signing";
import { pickProduct } from "./browser";

/** The transfers by which somebody pays an order without asking the server. */
type HandMadeForm =
  | "whole"
  | "two legs"
  | "more than asked"
  | "short"
  | "one lamport"
  | "without the platform"
  | "without a share"
  | "two references";

/** The legs that the server would have built; a sale without a fee names the platform all the same. */
export function askedLegs({ platformWallet }: World, order: OpenedOrder): HandMadeLeg[] {
  const { reference, sellerWallet, feeLamports, shares } = order;
  const keys = [reference];
  const named = feeLamports === 0n ? [reference, platformWallet] : keys;
  return [
    ...(feeLamports === 0n ? [] : [{ to: platformWallet, lamports: feeLamports, keys }]),
    ...shares.map(({ wallet, lamports }) => ({ to: wallet, lamports, keys })),
    { to: sellerWallet, lamports: sellersPart(order), keys: named },
  ];
}

function sellersPart({ totalLamports, feeLamports, shares }: OpenedOrder): bigint {
  return shares.reduce((left, { lamports }) => left - lamports, totalLamports - feeLamports);
}

function legsOf({ world, random, person }: PersonContext, order: OpenedOrder, form: HandMadeForm) {
  const { reference, sellerWallet: to, totalLamports: total, shares } = order;
  const toSeller = (lamports: bigint, keys = [reference]) => [{ to, lamports, keys }];
  switch (form) {
    case "whole":
      return toSeller(total);
    case "two legs":
      return askedLegs(world, order);
    case "more than asked":
      return toSeller(total + BigInt(random.between(1, 1_000_000)));
    case "short":
      return toSeller((total * BigInt(random.between(10, 99))) / 100n);
    case "one lamport":
      return toSeller(1n);
    case "without the platform":
      return toSeller(sellersPart(order));
    case "without a share": {
      const left = shares.length > 0 ? random.pick(shares).wallet : world.platformWallet;
      return askedLegs(world, order).filter((leg) => leg.to !== left);
    }
    case "two references": {
      const others = ownOrders(world, person).filter((other) => other.order !== order.order);
      const other = others.length > 0 ? random.pick(others).reference : person.wallets[0]?.address;
      return toSeller(total, [reference, other ?? reference]);
    }
    default:
      return assertNever(form);
  }
}

/** Transfers by hand for an order, with a wallet that has enough or not. */
export function payByHand(
  { world, person, random }: PersonContext,
  wallet: SimulatedWallet,
  legs: readonly HandMadeLeg[],
  why: string,
): void {
  const bytes = handMade(world, wallet, legs);
  world.trace.add(person.name, `${why}: ${idOf(bytes)} from ${wallet.address}`);
  world.chain.submit(bytes, random.below(2_000));
}

/** An order of this person, or a new one where none is known or by chance. */
async function orderToPay(context: PersonContext): Promise<OpenedOrder | null> {
  const known = pickOrder(context, ownOrders(context.world, context.person));
  if (known && context.random.chance(0.5)) return known;
  const product = pickProduct(context);
  if (!product || !hasBrowser(context.person)) return null;
  const bound = context.random.chance(0.3) ? pickWallet(context).address : null;
  return openOrder(context, product, bound);
}

/** Reads the terms and the reference from the page and sends transfers made by hand. */
function handMadeAct(weight: number, forms: readonly HandMadeForm[]): Act {
  return {
    role: "buyer",
    weight,
    async run(context) {
      const { world, random } = context;
      const order = await orderToPay(context);
      if (!order) return;
      await world.scheduler.sleep(random.below(5_000));
      const form = random.pick(forms);
      const wallet = pickWallet(context);
      payByHand(
        context,
        wallet,
        legsOf(context, order, form),
        `pays ${order.order} by hand, ${form}`,
      );
      if (!random.chance(0.6)) return;
      const page = await openLivePage(context, order.order);
      await world.scheduler.sleep(random.between(2_000, 30_000));
      page?.close();
    },
  };
}

export const paysByHand = handMadeAct(3, ["whole", "two legs", "more than asked"]);

export const paysShort = handMadeAct(2, [
  "short",
  "one lamport",
  "without the platform",
  "without a share",
]);

export const paysTwoReferences = handMadeAct(1, ["two references"]);

/** Pays by hand from a wallet that the order does not know: a second one, or a friend's. */
export const paysFromAnotherWallet: Act = {
  role: "buyer",
  weight: 1.5,
  async run(context) {
    const { world, person, random } = context;
    const product = pickProduct(context);
    const [linked, second] = person.wallets;
    if (!product || !linked || !hasBrowser(person)) return;
    const order = await openOrder(context, product, linked.address);
    if (!order) return;
    const friends = world.people.filter((one) => one.role === "buyer" && one !== person);
    const friend = friends.length > 0 ? random.pick(friends).wallets[0] : undefined;
    const payer = second && random.chance(0.5) ? second : friend;
    if (!payer) return;
    await world.scheduler.sleep(random.below(5_000));
    payByHand(
      context,
      payer,
      askedLegs(world, order),
      `lets ${order.order} be paid by another wallet`,
    );
    const page = await openLivePage(context, order.order);
    await world.scheduler.sleep(random.between(2_000, 20_000));
    page?.close();
  },
};
