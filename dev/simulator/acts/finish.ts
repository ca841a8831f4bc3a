import type { Person, World } from "../world";
import { buyByAction } from "./buyers/action";
import { payInBrowser } from "./buyers/browser";
import { readPage } from "./buyers/page-visits";
import { ownOrders, type PersonContext, productsOnSale, richestWallet } from "./checkout";

/** Times that people go back to an order which could not be paid at once. */
const ROUNDS = 3;
/** Longer than a transaction of another wallet can still land. */
const PAUSE_MS = 90_000;

/**
 * What honest buyers do once nothing fails any more: those who have an open order pay it. Ends in virtual
 * time, after some minutes.
 */
export async function finishHonestly(world: World): Promise<void> {
  const buyers = world.people.filter(({ role }) => role === "buyer");
  await Promise.all(buyers.map((person) => finishOrders(world, person)));
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
  if (person.uid === null) return finishByAction(context, product);
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

/** A wallet without an account asks again; who has paid is refused. */
async function finishByAction(context: PersonContext, product: string): Promise<boolean> {
  const offered = productsOnSale(context.world).find((one) => one.product === product);
  if (offered) await buyByAction(context, offered, richestWallet(context));
  return true;
}
