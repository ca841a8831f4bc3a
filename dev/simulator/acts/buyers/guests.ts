import type { OpenedOrder } from "../../model/story";
import type { Act } from "../../steps";
import {
  ask,
  buildPayment,
  fetchFile,
  handIn,
  lookAtOrder,
  openLivePage,
  ownOrders,
  type PersonContext,
  pickOrder,
  pickWallet,
  sendFromWallet,
} from "../checkout";
import { hasPage } from "../identity";
import { openAsGuest, openOrder } from "../opening";
import { payInBrowser, pickProduct, signAsWallet } from "./browser";

/** An order of one of the person's browsers, mostly an open one. */
function pickGuestsOrder(context: PersonContext): OpenedOrder | null {
  return pickOrder(context, ownOrders(context.world, context.person).filter(hasPage));
}

/** Comes back to the page of an order. */
export const looksAgain: Act = {
  role: "guest",
  weight: 2,
  async run(context) {
    const { world, random } = context;
    const opened = pickGuestsOrder(context);
    if (!opened) return;
    const page = await openLivePage(context, opened.order);
    await world.scheduler.sleep(random.between(1_000, 60_000));
    await lookAtOrder(context, opened.order);
    page?.close();
  },
};

/** Asks for the files of all orders, paid or not. */
export const fetchesFiles: Act = {
  role: "guest",
  weight: 2,
  async run(context) {
    const { world, person } = context;
    const orders = ownOrders(world, person).filter(hasPage);
    await Promise.all(orders.map(({ order }) => fetchFile(context, order)));
  },
};

/** Lets a browser forget what it has bought of a product. A file that it still gets ends the run. */
export const forgetsPurchase: Act = {
  role: "guest",
  weight: 0.7,
  async run(context) {
    const { world, random, person } = context;
    const { database, story } = world;
    const own = ownOrders(world, person).filter(hasPage);
    if (own.length === 0) return;
    const { product, secret } = random.pick(own);
    if (secret === null) return;
    const paid = database
      .read<{ id: string }>("SELECT id FROM orders WHERE status = 'paid'")
      .flatMap(({ id }) => own.filter((one) => one.order === id && one.secret === secret))
      .filter((one) => one.product === product);
    const restores = () => story.events.filter(({ kind }) => kind === "restored").length;
    const before = restores();
    story.tell({ kind: "forgotten", product, secret });
    const answer = await ask(context, `forgets the purchase of ${product}`, ({ checkout }) =>
      checkout.forgetGuestsPurchase({
        productId: product,
        guest: { kind: "guest", secretHash: secret },
      }),
    );
    if (!answer.ok) return;
    for (const { order } of paid) {
      if ((await fetchFile(context, order)) && restores() === before)
        throw new Error(`a browser of ${person.name} was to forget ${order}, and got its file`);
    }
  },
};

/** Opens orders for one product in every browser, with one wallet, and pays some of them. */
export const changesTheBrowser: Act = {
  role: "guest",
  weight: 2,
  async run(context) {
    const { world, person, random } = context;
    const product = pickProduct(context);
    if (!product) return;
    const wallet = pickWallet(context);
    for (const secret of person.secrets) {
      const opened = await openAsGuest(context, product, { secret, wallet: wallet.address });
      if (!opened) continue;
      const pays = payInBrowser(context, opened, wallet, {
        returnsBytes: random.chance(0.8),
        rewriting: "none",
        hesitatesMs: random.between(0, 6_000),
        staysOnPage: random.chance(0.5),
      });
      // In one browser after the other, or in both at once.
      if (random.chance(0.5)) await pays;
      else world.start(`${person.name}, in another browser`, async () => void (await pays));
    }
  },
};

/** The server signs first, and the page hands in what the wallet sends. */
export const handsInPresignedBytes: Act = {
  role: "guest",
  weight: 1,
  async run(context) {
    const { world, random } = context;
    const product = pickProduct(context);
    const opened = product && (await openOrder(context, product, null));
    if (!opened) return;
    const { order } = opened;
    const wallet = pickWallet(context);
    const built = await buildPayment(context, {
      order,
      account: wallet.address,
      returnsBytes: false,
    });
    if (!built) return;
    await world.scheduler.sleep(random.between(500, 6_000));
    const bytes = signAsWallet(context, built.transaction, wallet, "none");
    if (random.chance(0.5)) await sendFromWallet(context, order, bytes, { reports: true });
    await handIn(context, order, bytes);
    await world.scheduler.sleep(random.between(2_000, 20_000));
    await fetchFile(context, order);
  },
};
