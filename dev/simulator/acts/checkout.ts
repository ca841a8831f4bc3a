import { Problem } from "../../../app/lib/problem";
import type { Ports } from "../../../workers/ports";
import type { OpenedOrder, ProductOnSale } from "../model/story";
import type { StepContext } from "../steps";
import type { Person, SimulatedWallet, World } from "../world";
import { expected } from "./expected";
import { buyerOf, secretOf } from "./identity";
import { decodeBase64Transaction, idOf, isSignedAlready, messageOf } from "./signing";

/** What an act works with. */
export type PersonContext = StepContext & { person: Person };

/** The answer to a request; `refused` says in a word or two why there is none. */
export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; refused: string; retryAfterMs: number };

/** True where what was asked for may be done though no answer says so. */
export function isAnswerLost(answer: Answer<unknown>): boolean {
  return !answer.ok && /connection lost|unavailable/.test(answer.refused);
}

/** A write whose answer was lost can still be done, by a slow store, after its caller has ended. */
export const LATEST_WRITE_MS = 10_000;

/** Texts of orders. */
export const COPY = {
  genericLabel: "Product",
  purchaseOf: (what: string) => `Purchase of ${what}`,
};

/** A request of a person, which the trace tells with how it was answered. */
export async function ask<T>(
  { world, person }: Pick<PersonContext, "world" | "person">,
  what: string,
  work: (ports: Ports) => Promise<T>,
): Promise<Answer<T>> {
  try {
    const value = await world.request(work);
    world.trace.add(person.name, `${what}: done`);
    return { ok: true, value };
  } catch (error) {
    const refused = expected(error);
    world.trace.add(person.name, `${what}: ${refused}`);
    const seconds = error instanceof Problem ? (error.detail.retryAfterSeconds ?? 0) : 0;
    return { ok: false, refused, retryAfterMs: seconds * 1_000 };
  }
}

/** The network address of a person's device. */
export function addressOf(world: World, person: Person): string {
  return `203.0.113.${world.people.indexOf(person) + 1}`;
}

/** Each product as its seller last left it; deleted ones left out. */
export function productsOnSale(world: World): ProductOnSale[] {
  const products = new Map<string, ProductOnSale>();
  for (const event of world.story.events) {
    if (event.kind === "product") products.set(event.product, event);
  }
  return [...products.values()].filter(({ status }) => status !== "deleted");
}

/** True for a product that is given for nothing. */
export function isFree({ priceLamports }: Pick<ProductOnSale, "priceLamports">): boolean {
  return priceLamports === 0n;
}

/** The orders that these people opened or were told about, oldest first. */
export function ordersOf(world: World, isTheirs: (order: OpenedOrder) => boolean): OpenedOrder[] {
  const orders = new Map<string, OpenedOrder>();
  for (const event of world.story.events) {
    if (event.kind === "opened" && isTheirs(event)) orders.set(event.order, event);
  }
  return [...orders.values()];
}

/** Those of one person: of their account, their browsers, or their wallets where neither opened them. */
export function ownOrders(world: World, { uid, secrets, wallets }: Person): OpenedOrder[] {
  const addresses = wallets.map(({ address }) => address);
  return ordersOf(world, ({ buyerUid, secret, wallet }) => {
    if (secret !== null) return secrets.includes(secret);
    return buyerUid === null ? wallet !== null && addresses.includes(wallet) : buyerUid === uid;
  });
}

/** A transaction that the server has built. */
export interface BuiltForWallet {
  transaction: string;
  send: "wallet" | "server";
}

/** @param returnsBytes absent where the wallet read the order's QR and no page asks */
export async function buildPayment(
  context: PersonContext,
  { order, account, returnsBytes }: { order: string; account: string; returnsBytes?: boolean },
): Promise<BuiltForWallet | null> {
  const { world, person } = context;
  const address = addressOf(world, person);
  const buyer = buyerOf(world, person, order);
  if (!returnsBytes) world.story.tell({ kind: "asked", order });
  const answer = await ask(context, `asks for the transaction of ${order}`, async (ports) => {
    const { checkout } = ports;
    if (returnsBytes !== undefined) await checkout.orderOfBuyer({ orderId: order, buyer });
    const isAsked = returnsBytes !== undefined && { returnsBytes };
    return checkout.buildPaymentTransaction({ orderId: order, account, address, ...isAsked });
  });
  if (!answer.ok) return null;
  tellBuilt(world, order, answer.value);
  return answer.value;
}

/** Tells of a transaction that a wallet was given. */
export function tellBuilt(
  { story, database }: World,
  order: string,
  { transaction, send }: BuiltForWallet,
): void {
  const column = send === "server" ? "offered_last_valid_block_height" : "last_valid_block_height";
  const [row] = database.read<{ height: number | null }>(
    `SELECT ${column} AS height FROM orders WHERE id = ?`,
    order,
  );
  const decoded = decodeBase64Transaction(transaction);
  story.tell({
    kind: "built",
    order,
    presigned: isSignedAlready(decoded),
    lastValidBlockHeight: row?.height ?? 0,
    ...messageOf(decoded),
  });
}

/** As long as the page sends the same bytes again while no unit is free. */
const MAX_LINE_MS = 90_000;
const RETRY_MS = 2_000;

/** Returns signed bytes to the server, again and again as the page does. True where they were taken. */
export async function sendSigned(
  context: PersonContext,
  order: string,
  bytes: Uint8Array,
): Promise<boolean> {
  const { world } = context;
  const endsAt = world.scheduler.now + MAX_LINE_MS;
  for (;;) {
    const answer = await handIn(context, order, bytes);
    if (answer.ok) return true;
    const mayRepeat = ["held", "unavailable", "connection lost"].includes(answer.refused);
    if (!mayRepeat || world.scheduler.now > endsAt) return false;
    await world.scheduler.sleep(answer.retryAfterMs || RETRY_MS);
  }
}

/** Returns signed bytes to the server once. */
export async function handIn(
  context: PersonContext,
  order: string,
  bytes: Uint8Array,
): Promise<Answer<{ signature: string }>> {
  const { world, person } = context;
  const transaction = Buffer.from(bytes).toString("base64");
  const buyer = buyerOf(world, person, order);
  if (buyer.kind === "guest") {
    const signed = messageOf(decodeBase64Transaction(transaction));
    const handed = { order, secret: buyer.secretHash, signature: idOf(bytes), ...signed };
    world.story.tell({ kind: "handed", ...handed });
  }
  const answer = await ask(context, `sends signed bytes of ${order}`, ({ checkout }) =>
    checkout.sendSignedPayment({ orderId: order, buyer, transaction }),
  );
  if (answer.ok) world.story.tell({ kind: "sent", order, signature: answer.value.signature });
  return answer;
}

/** The wallet sends by itself, and the page reports the signature if it is still open. */
export async function sendFromWallet(
  context: PersonContext,
  order: string,
  bytes: Uint8Array,
  { reports }: { reports: boolean },
): Promise<void> {
  const { world, person, random } = context;
  const signature = idOf(bytes);
  world.trace.add(person.name, `sends ${signature} for ${order} from the wallet`);
  world.chain.submit(bytes, random.below(1_500));
  const buyer = buyerOf(world, person, order);
  if (!reports || (buyer.kind === "account" && person.uid === null)) return;
  await ask(context, `reports the signature for ${order}`, ({ checkout }) =>
    checkout.reportSignature({ orderId: order, buyer, signature }),
  );
}

/** Looks at the order as its page does without a WebSocket; its status, or null. */
export async function lookAtOrder(context: PersonContext, order: string): Promise<string | null> {
  const { world, person } = context;
  const viewer = buyerOf(world, person, order);
  const answer = await ask(context, `looks at ${order}`, ({ checkout }) =>
    checkout.readOrder({ orderId: order, viewer }),
  );
  if (!answer.ok) return null;
  if (viewer.kind === "guest" && answer.value.view.downloadUrl)
    world.story.tell({ kind: "file", order, secret: viewer.secretHash });
  return answer.value.view.status;
}

/** Fetches the file with the secret of the browser that opened the order. True where it is given. */
export async function fetchFile(context: PersonContext, order: string): Promise<boolean> {
  const { world, person } = context;
  const guest = buyerOf(world, person, order);
  if (guest.kind !== "guest") return false;
  const opened = world.story.events.find((one) => one.kind === "opened" && one.order === order);
  const item = opened?.kind === "opened" ? (opened.items[0] ?? null) : null;
  const answer = await ask(context, `fetches the file of ${order}`, ({ checkout }) =>
    checkout.readGuestsFile({ orderId: order, item, guest }),
  );
  if (answer.ok) world.story.tell({ kind: "file", order, secret: guest.secretHash });
  return answer.ok;
}

/** The live page of an order; null where it can't be opened now. */
export async function openLivePage(
  { world, person }: PersonContext,
  order: string,
): Promise<{ close(): void } | null> {
  try {
    return await world.openPage(person, order, secretOf(world, person, order));
  } catch (error) {
    world.trace.add(person.name, `opens the page of ${order}: ${expected(error)}`);
    return null;
  }
}

/** The wallet that a person takes: mostly the one with most money. */
export function pickWallet(context: PersonContext): SimulatedWallet {
  const { person, random } = context;
  return random.chance(0.8) ? richestWallet(context) : random.pick(person.wallets);
}

export function richestWallet({ world, person }: Pick<PersonContext, "world" | "person">) {
  const [first, ...others] = person.wallets;
  if (!first) throw new Error(`${person.name} has no wallet`);
  const balance = ({ address }: SimulatedWallet) => world.chain.balance(address);
  return others.reduce((best, one) => (balance(one) > balance(best) ? one : best), first);
}

/** Of these orders one that is still open where there is one, mostly: that is where something happens. */
export function pickOrder(
  { world, random }: PersonContext,
  orders: readonly OpenedOrder[],
): OpenedOrder | null {
  if (orders.length === 0) return null;
  const recent = orders.slice(-RECENT_ORDERS);
  const rows = world.database.read<{ id: string }>(
    "SELECT id FROM orders WHERE status IN ('pending', 'awaiting')",
  );
  const ids = new Set(rows.map(({ id }) => id));
  const open = recent.filter(({ order }) => ids.has(order));
  return open.length > 0 && random.chance(0.75) ? random.pick(open) : random.pick(recent);
}

const RECENT_ORDERS = 8;
