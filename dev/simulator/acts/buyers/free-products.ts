import { readLibrary } from "../../../../app/library/use-cases/read-library";
import { removeGrant } from "../../../../app/library/use-cases/remove-grant";
import type { OpenedOrder, ProductOnSale } from "../../model/story";
import type { Act } from "../../steps";
import { addressOf, ask, isFree, ownOrders, type PersonContext, productsOnSale } from "../checkout";
import { openOrder } from "../opening";
import { hasRight, takeFree } from "../taking";
import { askAction } from "./action";
import { askedLegs, payByHand } from "./by-hand";

/** An act of somebody with an account: of another buyer, where this one has none. */
function accountAct(
  weight: number,
  run: (context: PersonContext, uid: string) => Promise<unknown>,
): Act {
  return {
    role: "buyer",
    weight,
    async run(context) {
      const buyers = context.world.people.filter(
        ({ role, uid }) => role === "buyer" && uid !== null,
      );
      const isMember = context.person.uid !== null || buyers.length === 0;
      const person = isMember ? context.person : context.random.pick(buyers);
      if (person.uid !== null) await run({ ...context, person }, person.uid);
    },
  };
}

/** Products that the shop gives, as their sellers left them. */
const freeProducts = ({ world }: PersonContext): ProductOnSale[] =>
  productsOnSale(world).filter((product) => isFree(product) && product.status === "active");

/** One that is free and that the person lacks, mostly; else any, as by a page from before it had a price, or by a request without a page. */
function pickFree(context: PersonContext): string | null {
  const { world, random, person } = context;
  const shown = random.chance(0.85) ? freeProducts(context) : productsOnSale(world);
  const missing = shown.filter(({ product }) => !hasRight(world, person.uid, product));
  const wanted = missing.length > 0 && random.chance(0.8) ? missing : shown;
  return wanted.length > 0 ? random.pick(wanted).product : null;
}

/** Takes it by the button of the page or by a request of its own, and mostly asks for a link to it. */
async function take(context: PersonContext, uid: string, product: string): Promise<void> {
  const { world, person, random } = context;
  const onSale = productsOnSale(world).find((one) => one.product === product);
  if (onSale && isFree(onSale) && random.chance(0.5)) await openOrder(context, onSale, null);
  else await takeFree(context, product, addressOf(world, person));
  if (random.chance(0.3)) return;
  await world.scheduler.sleep(random.between(200, 5_000));
  await askForLink(context, uid, product);
}

function askForLink(context: PersonContext, uid: string, product: string) {
  return ask(context, `asks for a link to ${product}`, ({ downloads }) =>
    downloads.refresh({ uid, productId: product }),
  );
}

export const takesFree = accountAct(4, async (context, uid) => {
  const product = pickFree(context);
  if (product !== null) await take(context, uid, product);
});

/** Orders of this person for a product, oldest first. */
function ordersFor({ world, person }: PersonContext, product: string): OpenedOrder[] {
  return ownOrders(world, person).filter((order) => order.product === product);
}

/** Pays the last order for a product by hand, from any of the person's wallets. */
async function payLastOrder(context: PersonContext, product: string): Promise<void> {
  const { world, person, random } = context;
  const order = ordersFor(context, product).at(-1);
  if (!order) return;
  await world.scheduler.sleep(random.below(5_000));
  const why = `pays ${order.order} for what was taken`;
  payByHand(context, random.pick(person.wallets), askedLegs(world, order), why);
}

/**
 * Takes for free what the person has an order for: open, ended, paid, given back or waiting for its seller. Often the
 * order is paid all the same, as by a wallet that was asked before.
 */
export const takesOrdered = accountAct(4, async (context, uid) => {
  const { random } = context;
  const free = freeProducts(context).filter(
    ({ product }) => ordersFor(context, product).length > 0,
  );
  const product = free.length > 0 ? random.pick(free).product : pickFree(context);
  if (product === null) return;
  await take(context, uid, product);
  if (random.chance(0.6)) await payLastOrder(context, product);
});

/** What this account took for free, as the story has it; it takes something first where that is nothing. */
async function takenBy(context: PersonContext, uid: string): Promise<ProductOnSale[]> {
  const { world, random } = context;
  const before = allTakenBy(context, uid);
  const product = before.length > 0 ? null : pickFree(context);
  if (product === null) return before;
  await take(context, uid, product);
  await world.scheduler.sleep(random.between(500, 30_000));
  return allTakenBy(context, uid);
}

function allTakenBy({ world }: PersonContext, uid: string): ProductOnSale[] {
  const taken = new Set(
    world.story.events.flatMap((event) =>
      event.kind === "took" && event.uid === uid ? [event.product] : [],
    ),
  );
  return productsOnSale(world).filter(({ product }) => taken.has(product));
}

/**
 * Buys what the person has for free and what costs something by now: by the page, or by a wallet alone, of which the
 * server does not know whose it is. Then pays that order, or an earlier one, by hand from any of the wallets.
 */
export const buysTaken = accountAct(4, async (context, uid) => {
  const { person, random } = context;
  const taken = await takenBy(context, uid);
  const known = taken.filter(({ product }) => ordersFor(context, product).length > 0);
  const priced = taken.filter((product) => !isFree(product));
  const [shown] = [known, priced, taken].filter((some) => some.length > 0 && random.chance(0.7));
  if (!shown) return;
  const product = random.pick(shown);
  if (random.chance(0.5)) await openOrder(context, product, null);
  else await askAction(context, product, random.pick(person.wallets).address);
  if (random.chance(0.9)) await payLastOrder(context, product.product);
});

/**
 * Removes something from the library as it was some moments ago, while another tab may ask for a link to it;
 * sometimes what was removed before, by an old page, or what another person has, which ends the run where it is done.
 */
export const removesFree = accountAct(4, async (context, uid) => {
  const { world, random } = context;
  await takenBy(context, uid);
  const library = await ask(context, "opens the library", (ports) =>
    readLibrary({ uid, before: null }, ports),
  );
  if (!library.ok) return;
  await world.scheduler.sleep(random.between(200, 15_000));
  const shown = library.value.entries.filter((entry) => entry.isFree);
  const ids = shown.map(({ orderId }) => orderId);
  const id = random.chance(0.75) && ids.length > 0 ? random.pick(ids) : anyGrant(context);
  if (id === null) return;
  const isOthers = holderOf(context, id) !== uid;
  const product = shown.find(({ orderId }) => orderId === id)?.productId;
  const isInTwoTabs = product !== undefined && random.chance(0.4);
  const [removed] = await Promise.all([
    ask(context, `removes ${id}`, (ports) => removeGrant({ id, uid }, ports)),
    isInTwoTabs && askForLink(context, uid, product),
  ]);
  if (removed.ok && isOthers) throw new Error(`${uid} has removed ${id} of another person`);
  if (!removed.ok || random.chance(0.5)) return;
  if (product !== undefined) await take(context, uid, product);
});

/** A grant of this person, live or removed; by chance anybody's. */
function anyGrant({ world, person, random }: PersonContext): string | null {
  const all = world.database.read<{ id: string; uid: string }>(
    "SELECT id, uid FROM grants ORDER BY created_at DESC, id LIMIT 40",
  );
  const own = all.filter(({ uid }) => uid === person.uid);
  const shown = own.length > 0 && random.chance(0.85) ? own : all;
  return shown.length > 0 ? random.pick(shown).id : null;
}

function holderOf({ world }: PersonContext, id: string): string | null {
  const sql = "SELECT uid FROM grants WHERE id = ?";
  return world.database.read<{ uid: string }>(sql, id)[0]?.uid ?? null;
}

const MAX_GROUP = 5;
const SHARED_ADDRESS = "198.51.100.1";

/** People of one network address take all that is free, each of it and all at once. */
export const takesAllWithOthers = accountAct(1.5, async (context) => {
  const { world, person, random } = context;
  const others = world.people.filter((one) => one.uid !== null && one !== person);
  const from = others.length === 0 ? 0 : random.below(others.length);
  const group = [person, ...others.slice(from), ...others.slice(0, from)].slice(0, MAX_GROUP);
  await Promise.all(
    group.flatMap((one) =>
      freeProducts(context).map(({ product }) =>
        takeFree({ ...context, person: one }, product, SHARED_ADDRESS),
      ),
    ),
  );
});
