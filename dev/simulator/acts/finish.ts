import type { Random } from "../random";
import type { Person, World } from "../world";
import { buyByAction } from "./buyers/action";
import { payInBrowser } from "./buyers/browser";
import { readPage } from "./buyers/page-visits";
import {
  fetchFile,
  lookAtOrder,
  ownOrders,
  type PersonContext,
  productsOnSale,
  richestWallet,
} from "./checkout";
import { hasBrowser, hasPage } from "./identity";
import { accept, dismiss, readPayments, refund, share } from "./sellers/payments";

/** Times that people go back to what could not be done at once. */
const ROUNDS = 3;
/** Longer than a transaction of another wallet can still land. */
const PAUSE_MS = 90_000;
/** Longer than buyers take. */
const SELLER_ROUNDS = 5;

/** What a wallet gets from elsewhere at the end: more than all that a seller can have to return. */
const LAMPORTS_FOR_ALL = 100_000_000_000n;

/**
 * What honest people do once nothing fails any more: buyers who have an open order pay it, and sellers
 * decide. Whose wallet was emptied gets money, for without any nothing can be paid back. Ends in virtual
 * time, after some minutes.
 */
export async function finishHonestly(world: World): Promise<void> {
  for (const { address } of world.people.flatMap(({ wallets }) => wallets))
    world.chain.fund(address, LAMPORTS_FOR_ALL);
  const buyers = world.people.filter(({ role }) => role === "buyer");
  await Promise.all([
    decideHonestly(world, world.random.fork("finish/sellers")),
    ...buyers.map((person) => finishOrders(world, person)),
  ]);
}

/** Sellers accept or return what waits for them. */
export async function decideHonestly(world: World, random: Random): Promise<void> {
  const sellers = world.people.filter(({ role }) => role === "seller");
  await Promise.all(
    sellers.map(async (person) => {
      const context = { world, person, random: random.fork(person.name) };
      for (let round = 0; round < SELLER_ROUNDS; round++) {
        if (round > 0) await world.scheduler.sleep(PAUSE_MS);
        const payments = await readPayments(context, "toReview");
        await Promise.all(payments.map((payment) => decide(context, payment)));
      }
    }),
  );
}

async function decide(
  context: PersonContext,
  payment: Awaited<ReturnType<typeof readPayments>>[number],
): Promise<void> {
  // It is gone from the chain.
  if (payment.isPrimary && payment.reviewReason === "rolled_back") return dismiss(context, payment);
  if (payment.isPrimary && context.random.chance(0.5)) {
    const isShared = payment.reviewReason !== "not_shared";
    const isDone = isShared
      ? await accept(context, payment)
      : await share(context, payment, { mayRefuse: false });
    if (isDone) return;
  }
  await refund(context, payment, { scope: "all", mayRefuse: false });
}

async function finishOrders(world: World, person: Person): Promise<void> {
  const random = world.random.fork(`finish/${person.name}`);
  const context = { world, person, random };
  const products = new Set(ownOrders(world, person).map(({ product }) => product));
  for (let round = 0; round < ROUNDS && products.size > 0; round++) {
    if (round > 0) await world.scheduler.sleep(PAUSE_MS);
    const visits = [...products].map(async (product) => {
      if (await finishOrder(context, product)) products.delete(product);
    });
    await Promise.all(visits);
  }
}

/** True where nothing is left to do. */
async function finishOrder(context: PersonContext, product: string): Promise<boolean> {
  const { person, random } = context;
  if (!hasBrowser(person)) return finishByAction(context, product);
  if (person.uid === null) return finishAsGuest(context, product);
  const stage = (await readPage(context, product))?.stage;
  if (stage?.kind === "waiting") return false;
  if (stage?.kind !== "order" || !["pending", "awaiting"].includes(stage.order.status)) return true;
  const wallet = richestWallet(context);
  await payInBrowser(context, { order: stage.order.id }, wallet, {
    returnsBytes: true,
    rewriting: "none",
    hesitatesMs: random.between(500, 4_000),
    staysOnPage: true,
  });
  return false;
}

/** A guest pays what is open in one of his browsers, and fetches what he has paid. */
async function finishAsGuest(context: PersonContext, product: string): Promise<boolean> {
  const { world, person, random } = context;
  const own = ownOrders(world, person).filter((order) => order.product === product);
  for (const opened of own.filter(hasPage)) {
    const status = await lookAtOrder(context, opened.order);
    if (status === "paid") await fetchFile(context, opened.order);
    if (status !== "pending" && status !== "awaiting") continue;
    await payInBrowser(context, opened, richestWallet(context), {
      returnsBytes: true,
      rewriting: "none",
      hesitatesMs: random.between(500, 4_000),
      staysOnPage: true,
    });
    return false;
  }
  return true;
}

/** A wallet without an account asks again; who has paid is refused. */
async function finishByAction(context: PersonContext, product: string): Promise<boolean> {
  const offered = productsOnSale(context.world).find((one) => one.product === product);
  if (offered) await buyByAction(context, offered, richestWallet(context));
  return true;
}
