import { accountBuyer, type Buyer } from "../../../../app/orders/rules/buyer";
import type { OpenedOrder } from "../../model/story";
import type { Act } from "../../steps";
import type { SimulatedWallet } from "../../world";
import { pickProduct } from "../buyers/browser";
import { askedLegs } from "../buyers/by-hand";
import { isBuyer } from "../buyers/page-visits";
import {
  addressOf,
  ask,
  buildPayment,
  fetchFile,
  handIn,
  lookAtOrder,
  ordersOf,
  type PersonContext,
  pickOrder,
  pickWallet,
  productsOnSale,
  richestWallet,
  sendFromWallet,
} from "../checkout";
import { buyerOf } from "../identity";
import { openAsGuest } from "../opening";
import {
  decodeBase64Transaction,
  handMade,
  idOf,
  signedBytes,
  withoutSignatureOf,
} from "../signing";
import { victimOf } from "./false-names";

/** The order that a stranger opens without an account, in the name of any wallet. */
async function openFor(
  context: PersonContext,
  { address }: SimulatedWallet,
): Promise<OpenedOrder | null> {
  const { person, random } = context;
  const product = pickProduct(context);
  if (!product || person.secrets.length === 0) return null;
  return openAsGuest(context, product, { secret: random.pick(person.secrets), wallet: address });
}

/** Opens an order with another's address, and asks for transactions that nobody signs. */
export const opensInAnothersName: Act = {
  role: "stranger",
  weight: 2,
  async run(context) {
    const { random } = context;
    const wallet = victimOf(context)?.wallets[0];
    const opened = wallet && (await openFor(context, wallet));
    if (!wallet || !opened) return;
    const { order } = opened;
    const returnsBytes = random.chance(0.5);
    await buildPayment(context, { order, account: wallet.address, returnsBytes });
  },
};

/** Opens an order for every product with one secret, and has transactions built for some. */
export const opensManyOrders: Act = {
  role: "stranger",
  weight: 1.5,
  async run(context) {
    const { world, person, random } = context;
    const [secret] = person.secrets;
    if (secret === undefined) return;
    for (const product of productsOnSale(world)) {
      const { address: account } = pickWallet(context);
      const opened = await openAsGuest(context, product, { secret, wallet: account });
      if (!opened || random.chance(0.8)) continue;
      await buildPayment(context, { order: opened.order, account, returnsBytes: false });
    }
  },
};

/**
 * Hands an own order out, which a victim pays by its QR code or by hand, and says to the server that the
 * payment came from this browser, in time or later, with the signature of the reference or without.
 */
export const laysTrap: Act = {
  role: "stranger",
  weight: 3,
  async run(context) {
    const { world, random } = context;
    const victim = victimOf(context);
    const opened = victim && (await openFor(context, random.pick(context.person.wallets)));
    if (!opened) return;
    const { order } = opened;
    if (random.chance(0.5)) {
      const { address: account } = pickWallet(context);
      await buildPayment(context, { order, account, returnsBytes: true });
    }
    const bytes = await bytesOfVictim({ ...context, person: victim }, opened);
    if (!bytes) return;
    const stripped = withoutSignatureOf(opened.reference, bytes);
    const all = [bytes, stripped];
    if (random.chance(0.7)) await handIn(context, order, random.pick(all));
    await sendFromWallet({ ...context, person: victim }, order, bytes, { reports: false });
    for (let times = random.between(1, 3); times > 0; times--) {
      await handIn(context, order, random.pick(all));
      await world.scheduler.sleep(random.between(500, 40_000));
      await lookAtOrder(context, order);
      await fetchFile(context, order);
    }
  },
};

/** What the victim's wallet signs when it has read the QR code of an order. */
async function bytesOfVictim(victim: PersonContext, { order }: OpenedOrder) {
  const wallet = richestWallet(victim);
  const built = await buildPayment(victim, { order, account: wallet.address });
  if (!built) return null;
  await victim.world.scheduler.sleep(victim.random.between(500, 8_000));
  return signedBytes(decodeBase64Transaction(built.transaction), [wallet]);
}

/** The same with a payment that the victim makes by hand, of which the signature is reported. */
export const reportsAnothersPayment: Act = {
  role: "stranger",
  weight: 1,
  async run(context) {
    const { world, random, person } = context;
    const victim = victimOf(context);
    const opened = victim && (await openFor(context, random.pick(person.wallets)));
    if (!opened) return;
    const { order } = opened;
    const legs = askedLegs(world, opened);
    const bytes = handMade(world, richestWallet({ world, person: victim }), legs);
    await sendFromWallet({ ...context, person: victim }, order, bytes, { reports: false });
    await handIn(context, order, bytes);
    await world.scheduler.sleep(random.between(500, 20_000));
    const buyer = buyerOf(world, person, order);
    await ask(context, `reports another's payment of ${order}`, ({ checkout }) =>
      checkout.reportSignature({ orderId: order, buyer, signature: idOf(bytes) }),
    );
    await world.scheduler.sleep(random.between(500, 20_000));
    await lookAtOrder(context, order);
    await fetchFile(context, order);
  },
};

/** Uses the id of a guest's order with another secret or an account. Any answer but 'not found' ends the run. */
export const usesGuestsOrder: Act = {
  role: "stranger",
  weight: 2,
  async run(context) {
    const { world, random, person } = context;
    const { uid, secrets } = person;
    const isAnothers = ({ secret }: OpenedOrder) => secret !== null && !secrets.includes(secret);
    const opened = pickOrder(context, ordersOf(world, isAnothers));
    const [secretHash] = secrets;
    if (!opened || secretHash === undefined) return;
    const asAccount = uid !== null && random.chance(0.4);
    const buyer: Buyer = asAccount ? accountBuyer(uid) : { kind: "guest", secretHash };
    const what = random.pick(["read", "send", "leave", "report", "fetch", "follow"] as const);
    const bytes = handMade(world, pickWallet(context), askedLegs(world, opened));
    const wasBuyer = isBuyer(context, opened.order);
    const answer = await ask(context, `tries to ${what} ${opened.order}`, async ({ checkout }) => {
      const { order: orderId } = opened;
      const own = { orderId, buyer };
      if (what === "read") await checkout.readOrder({ orderId, viewer: buyer });
      if (what === "send") {
        const transaction = Buffer.from(bytes).toString("base64");
        await checkout.sendSignedPayment({ ...own, transaction });
      }
      if (what === "leave") await checkout.leaveLine(own);
      if (what === "report") await checkout.reportSignature({ ...own, signature: idOf(bytes) });
      if (what === "fetch") await checkout.readGuestsFile({ orderId, guest: buyer });
      const address = addressOf(world, person);
      if (what === "follow") await checkout.followOrder({ ...own, address, sessionToken: "" });
    });
    // Who paid it by hand is its buyer.
    if (asAccount && (wasBuyer || isBuyer(context, opened.order))) return;
    if (!answer.ok && REFUSED.includes(answer.refused)) return;
    const how = answer.ok ? "could" : `was told '${answer.refused}' and so may`;
    throw new Error(`${person.name} ${how} ${what} ${opened.order}, which is a guest's`);
  },
};

/** As for an order that is not there, or as for any request. */
const REFUSED = ["not_found", "connection lost", "chain unavailable", "store unavailable"];
