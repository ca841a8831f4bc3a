import {
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import type { OpenedOrder } from "../../model/story";
import type { Act } from "../../steps";
import type { SimulatedWallet } from "../../world";
import {
  buildPayment,
  ownOrders,
  type PersonContext,
  pickOrder,
  pickWallet,
  sendFromWallet,
  sendSigned,
} from "../checkout";
import { hasBrowser, hasPage } from "../identity";
import { openOrder } from "../opening";
import { idOf, signedBytes } from "../signing";
import { payInBrowser, pickProduct, signAsWallet } from "./browser";
import { askedLegs, payByHand } from "./by-hand";

/** Acts that begin with an order of a person who has a browser. */
function withOrder(
  weight: number,
  run: (context: PersonContext, order: OpenedOrder, wallet: SimulatedWallet) => Promise<void>,
): Act {
  return {
    role: "buyer",
    weight,
    async run(context) {
      const product = pickProduct(context);
      if (!product || !hasBrowser(context.person)) return;
      const order = await openOrder(context, product, null);
      if (order) await run(context, order, pickWallet(context));
    },
  };
}

/** Lets the wallet show the payment and refuses it. */
export const refusesToSign = withOrder(2, async (context, { order }, { address }) => {
  const returnsBytes = context.random.chance(0.5);
  await buildPayment(context, { order, account: address, returnsBytes });
});

/** Pays in two tabs: both get a transaction, and both are signed and sent. */
export const signsTwice = withOrder(2, async (context, order, wallet) => {
  const { random, world } = context;
  const habits = () => ({
    returnsBytes: random.chance(0.7),
    rewriting: random.pick(["none", "none", "later-blockhash", "guards"] as const),
    hesitatesMs: random.between(0, 5_000),
    staysOnPage: random.chance(0.5),
  });
  const first = habits();
  const second = habits();
  await Promise.all([
    payInBrowser(context, order, wallet, first),
    world.scheduler
      .sleep(random.below(4_000))
      .then(() => payInBrowser(context, order, wallet, second)),
  ]);
});

/** Signs, keeps the bytes, and sends them when they have mostly expired. */
export const keepsSignedBytes = withOrder(1, async (context, { order }, wallet) => {
  const { random, world } = context;
  const returnsBytes = random.chance(0.5);
  const built = await buildPayment(context, { order, account: wallet.address, returnsBytes });
  if (!built) return;
  const bytes = signAsWallet(context, built.transaction, wallet, "none");
  await world.scheduler.sleep(random.between(20_000, 120_000));
  if (built.send === "server") await sendSigned(context, order, bytes);
  else await sendFromWallet(context, order, bytes, { reports: random.chance(0.5) });
});

/** Sends signed bytes to the server and moves the money away at once. */
export const emptiesWallet = withOrder(1.5, async (context, { order }, wallet) => {
  const { random, world } = context;
  const returnsBytes = random.chance(0.8);
  const built = await buildPayment(context, { order, account: wallet.address, returnsBytes });
  if (!built) return;
  const bytes = signAsWallet(context, built.transaction, wallet, "none");
  const moves = world.scheduler.sleep(random.below(3_000)).then(() => moveAll(context, wallet));
  if (built.send === "server") await sendSigned(context, order, bytes);
  else await sendFromWallet(context, order, bytes, { reports: true });
  await moves;
});

/** Sends all that a wallet has to another one of the person's, or to the platform's. */
function moveAll({ world, person, random }: PersonContext, wallet: SimulatedWallet): void {
  const feeLamports = 5_000n;
  const lamports = world.chain.balance(wallet.address) - feeLamports;
  if (lamports <= 0n) return;
  const other = person.wallets.find(({ address }) => address !== wallet.address);
  const fromPubkey = new PublicKey(wallet.address);
  const toPubkey = new PublicKey(other?.address ?? world.platformWallet);
  const message = new TransactionMessage({
    payerKey: fromPubkey,
    recentBlockhash: world.chain.latestBlockhash(),
    instructions: [SystemProgram.transfer({ fromPubkey, toPubkey, lamports })],
  });
  const bytes = signedBytes(new VersionedTransaction(message.compileToLegacyMessage()), [wallet]);
  world.trace.add(person.name, `empties ${wallet.address}: ${idOf(bytes)}`);
  world.chain.submit(bytes, random.below(500));
}

/** Pays by hand what the wallet also signs: the second payment must be on record. */
export const paysTwoWays = withOrder(1, async (context, order, wallet) => {
  const { random, world } = context;
  const habits = {
    returnsBytes: random.chance(0.6),
    rewriting: "none" as const,
    hesitatesMs: random.between(500, 5_000),
    staysOnPage: true,
  };
  const byHand = world.scheduler.sleep(random.below(20_000)).then(() => {
    payByHand(context, wallet, askedLegs(world, order), `also pays ${order.order} by hand`);
  });
  await Promise.all([payInBrowser(context, order, wallet, habits), byHand]);
});

/** Signs for several products at once with one wallet. */
export const signsForSeveral: Act = {
  role: "buyer",
  weight: 1,
  async run(context) {
    const { random, person, world } = context;
    const [wallet] = person.wallets;
    if (!hasBrowser(person) || !wallet) return;
    const orders: OpenedOrder[] = [];
    for (let at = 0; at < 2; at++) {
      const product = pickProduct(context);
      const order = product && (await openOrder(context, product, null));
      if (order && !orders.some((other) => other.order === order.order)) orders.push(order);
    }
    const habits = {
      returnsBytes: true,
      rewriting: "none" as const,
      hesitatesMs: random.between(0, 3_000),
      staysOnPage: random.chance(0.5),
    };
    world.trace.add(person.name, `signs for ${orders.length} orders at once`);
    await Promise.all(orders.map((order) => payInBrowser(context, order, wallet, habits)));
  },
};

/** Goes on with an order of before, whatever became of it. */
export const continuesOrder: Act = {
  role: "buyer",
  weight: 4,
  async run(context) {
    const { random, person, world } = context;
    const order = pickOrder(context, ownOrders(world, person));
    if (!order || !hasPage(order)) return;
    const wallet = person.wallets.find(({ address }) => address === order.wallet);
    await payInBrowser(context, order, wallet ?? pickWallet(context), {
      returnsBytes: random.chance(0.8),
      rewriting: "none",
      hesitatesMs: random.between(500, 5_000),
      staysOnPage: random.chance(0.7),
    });
  },
};

/** The person's poorest wallet gets money from elsewhere. */
export const getsMoney: Act = {
  role: "buyer",
  weight: 1.5,
  async run({ world, person, random }) {
    const balance = ({ address }: SimulatedWallet) => world.chain.balance(address);
    const poor = person.wallets.find((wallet) => balance(wallet) < ENOUGH_LAMPORTS);
    if (!poor) return;
    const lamports = BigInt(random.between(100, 1_000)) * 1_000_000n;
    world.trace.add(person.name, `gets ${lamports} lamports at ${poor.address}`);
    world.chain.fund(poor.address, lamports);
  },
};

/** More than most products cost. */
const ENOUGH_LAMPORTS = 200_000_000n;
