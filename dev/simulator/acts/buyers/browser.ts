import type { OpenedOrder, ProductOnSale } from "../../model/story";
import type { Act } from "../../steps";
import type { SimulatedWallet } from "../../world";
import {
  buildPayment,
  lookAtOrder,
  openLivePage,
  type PersonContext,
  pickWallet,
  productsOnSale,
  sendFromWallet,
  sendSigned,
} from "../checkout";
import { hasBrowser } from "../identity";
import { openOrder } from "../opening";
import {
  decodeBase64Transaction,
  isSignedAlready,
  type Rewriting,
  rewritten,
  signedBytes,
} from "../signing";
import { buyByAction } from "./action";

/** How somebody pays on the purchase page. */
export interface BrowserHabits {
  /** Whether the wallet returns signed bytes (`solana:signTransaction`). */
  returnsBytes: boolean;
  rewriting: Rewriting;
  /** Time that the wallet waits for the person, in ms. */
  hesitatesMs: number;
  /** Whether the page stays open and reports the signature. */
  staysOnPage: boolean;
}

/** Opens an order and pays it from a wallet of the browser. */
export async function buyInBrowser(
  context: PersonContext,
  product: ProductOnSale,
  habits: BrowserHabits,
): Promise<void> {
  const wallet = pickWallet(context);
  const bound = context.random.chance(0.3) ? wallet.address : null;
  const order = await openOrder(context, product, bound);
  if (order) await payInBrowser(context, order, wallet, habits);
}

/** Pays an order that is open on the purchase page. True where the payment was sent. */
export async function payInBrowser(
  context: PersonContext,
  { order }: Pick<OpenedOrder, "order">,
  wallet: SimulatedWallet,
  habits: BrowserHabits,
): Promise<boolean> {
  const { world, random } = context;
  const page = habits.staysOnPage ? await openLivePage(context, order) : null;
  try {
    const { returnsBytes } = habits;
    const built = await buildPayment(context, { order, account: wallet.address, returnsBytes });
    if (!built) return false;
    await world.scheduler.sleep(habits.hesitatesMs);
    const bytes = signAsWallet(context, built.transaction, wallet, habits.rewriting);
    if (built.send === "server") {
      if (!(await sendSigned(context, order, bytes))) return false;
    } else {
      await sendFromWallet(context, order, bytes, { reports: habits.staysOnPage });
    }
    if (!habits.staysOnPage) return true;
    await world.scheduler.sleep(random.between(1_000, 20_000));
    await lookAtOrder(context, order);
    return true;
  } finally {
    page?.close();
  }
}

/** Wire bytes that a wallet returns for a transaction of the server. */
export function signAsWallet(
  { world, person, random }: PersonContext,
  text: string,
  wallet: SimulatedWallet,
  rewriting: Rewriting,
): Uint8Array {
  const asked = decodeBase64Transaction(text);
  const sponsor = person.wallets.find(({ address }) => address !== wallet.address) ?? null;
  const details = { world, payer: wallet, sponsor, random };
  const wanted = isSignedAlready(asked) ? asked : rewritten(asked, rewriting, details);
  return signedBytes(wanted, person.wallets);
}

/** A product that the person thinks of buying: mostly one that the shop sells, and that they lack. */
export function pickProduct({ world, random, person }: PersonContext): ProductOnSale | null {
  const products = productsOnSale(world);
  const offered = new Set(
    world.database
      .read<{ id: string }>(
        `SELECT id FROM products WHERE status = 'active' AND is_free = 0 AND (sale_limit IS NULL OR sold < sale_limit)
          AND id NOT IN (SELECT product_id FROM rights WHERE uid = ?)`,
        person.uid,
      )
      .map(({ id }) => id),
  );
  const wanted = products.filter(({ product }) => offered.has(product));
  const shown = wanted.length > 0 && random.chance(0.92) ? wanted : products;
  return shown.length > 0 ? random.pick(shown) : null;
}

function browserAct(weight: number, habitsOf: (context: PersonContext) => BrowserHabits): Act {
  return {
    role: "buyer",
    weight,
    async run(context) {
      const product = pickProduct(context);
      if (!product) return;
      if (!hasBrowser(context.person)) return buyByAction(context, product);
      await buyInBrowser(context, product, habitsOf(context));
    },
  };
}

/** Of most people. */
export const PLAIN = { returnsBytes: true, rewriting: "none", staysOnPage: true } as const;

/** Pays at once, as most do. */
export const buysInBrowser = browserAct(10, ({ random }) => ({
  ...PLAIN,
  hesitatesMs: random.between(500, 6_000),
}));

/** A wallet that can sign and send only: the server signs first for a scarce product. */
export const buysWithSendingWallet = browserAct(3, ({ random }) => ({
  ...PLAIN,
  returnsBytes: false,
  hesitatesMs: random.between(500, 8_000),
}));

/** A wallet that changes what it signs. */
export const buysWithRewritingWallet = browserAct(4, ({ random }) => ({
  ...PLAIN,
  rewriting: random.pick<Rewriting>(["guards", "later-blockhash", "version-0", "sponsored"]),
  hesitatesMs: random.between(500, 6_000),
}));

/** Signs late, also too late. */
export const buysSlowly = browserAct(2, ({ random }) => ({
  returnsBytes: random.chance(0.5),
  rewriting: random.chance(0.3) ? "later-blockhash" : "none",
  staysOnPage: random.chance(0.5),
  hesitatesMs: random.between(20_000, 150_000),
}));

/** Closes the page as soon as the wallet has sent. */
export const buysAndLeaves = browserAct(3, ({ random }) => ({
  ...PLAIN,
  returnsBytes: random.chance(0.5),
  staysOnPage: false,
  hesitatesMs: random.between(500, 6_000),
}));
