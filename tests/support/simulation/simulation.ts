import type { Order } from "../../../app/orders/rules/order";
import { termsOf } from "../../../app/orders/rules/order";
import { freshWatch, type WatchState } from "../../../app/orders/rules/order-state";
import { verifyPayment } from "../../../app/orders/rules/verify-payment";
import { createPlatformSignatureCache } from "../../../app/orders/use-cases/platform-signature-cache";
import { sweepPlatformAddress } from "../../../app/orders/use-cases/sweep-platform-address";
import { EMPTY_CURSOR, type SearchCursor } from "../../../app/orders/use-cases/verify-batch";
import {
  settleOrReleaseBuiltTransaction,
  watchOrder,
} from "../../../app/orders/use-cases/watch-order";
import { BLOCKHASH_BLOCKS, ORDER_LIFETIME } from "../../../app/solana/payment-constants";
import type { RawTransaction } from "../../../app/solana/raw-transaction";
import type { Products } from "../../../db/products/products";
import { rawTransaction } from "../raw-payments";
import { type Mood, WorldChain } from "./chain";
import { WorldRecord } from "./database";
import { FEE, leg, newOrder, PRICE, SHARE, START } from "./orders";
import { paymentByHand } from "./payments";

const SLOT_MS = 400;
const MOODS: readonly Mood[] = ["well", "well", "silent", "behind"];
const IDS = ["0", "1", "2"] as const;

/** Kinds of things that happen. */
const KINDS = 18;
/** Every number below this one stands for something that happens. */
export const EVENTS = KINDS * IDS.length * 44;

/**
 * Three orders of three buyers for one product, a chain and a record, all in memory; the rules and
 * use cases are the real ones. What happens is given by numbers, so that histories shrink.
 */
export class World {
  readonly chain = new WorldChain();
  readonly record: WorldRecord;
  /** Payments that a message of ours made, by signature: its order. */
  readonly ours = new Map<string, string>();
  #now = START;
  #count = 0;
  #active = true;
  #price = PRICE;
  #cursor: string | null = null;
  /** Moves on with the world's own clock and chain. */
  readonly #feed = createPlatformSignatureCache({
    settings: { platformWallet: "Platform" },
    clock: { now: () => this.#now },
    chain: this.chain,
  });
  #watches = new Map<string, { watch: WatchState; cursor: SearchCursor }>();

  constructor(limit: number | null) {
    this.record = new WorldRecord({ limit, sold: 0, held: 0 });
    for (const id of IDS) this.record.add(newOrder(id, limit, START));
  }

  /** One thing that happens. */
  async happen(event: number): Promise<void> {
    const kind = event % KINDS;
    const choice = Math.floor(event / KINDS);
    const id = IDS[choice % 3] ?? "0";
    const rest = Math.floor(choice / 3);
    if (kind < 4) return void (await this.look(id, MOODS[rest % 4]));
    if (kind < 6) return this.build(id, MOODS[rest % 4]);
    if (kind < 8) return this.payOurs(id);
    if (kind < 11) return this.#payByHand(id, rest);
    if (kind === 11) return this.pass([1, 5, 40, 160][rest % 4] ?? 1);
    if (kind === 12) return this.#fork(id, rest);
    if (kind === 13) return void this.#watches.delete(id);
    if (kind === 14) return this.sweep(MOODS[rest % 4]);
    if (kind === 16) return this.record.accept(id, this.#now);
    if (kind === 17) return this.#decide(id, rest);
    if (rest % 5 === 0) this.#active = !this.#active;
    else if (rest % 5 === 1) this.#price = this.#price === PRICE ? 2n * PRICE : PRICE;
    else if (rest % 5 === 2) return this.#askTwice(id);
    else this.#now += rest % 5 === 3 ? ORDER_LIFETIME : 600_000;
  }

  /** The wallet pays, nobody looks, and it asks and pays again. */
  async #askTwice(id: string): Promise<void> {
    for (const _ of "twice") {
      await this.build(id);
      this.payOurs(id);
      this.pass(200);
    }
  }

  /** Another fork wins: for a moment, for so long that everybody notices, or for ever. */
  async #fork(id: string, choice: number): Promise<void> {
    if (choice % 4 === 0) return this.chain.comeBack();
    this.chain.reorg();
    for (let look = 0; choice % 4 > 1 && look < 4; look++) {
      this.pass(110);
      await this.look(id);
    }
    if (choice % 4 === 3) this.chain.comeBack();
  }

  /** The seller gives the money back, or closes what has vanished. */
  #decide(id: string, choice: number): void {
    if (choice % 2 === 0) this.record.refund(id, `r${++this.#count}`);
    else void this.record.port.dismiss(id, this.#now);
  }

  pass(slots: number): void {
    this.chain.tip += slots;
    this.#now += slots * SLOT_MS;
  }

  /** One round of the watcher; what it knows afterwards comes back. */
  async look(id: string, mood: Mood = "well"): Promise<WatchState> {
    this.chain.mood = mood;
    const { watch, cursor } = this.#watches.get(id) ?? {
      watch: freshWatch(this.#now),
      cursor: EMPTY_CURSOR,
    };
    const input = { orderId: id, watch, cursor, jitter: 0 };
    const watched = await watchOrder(input, this.#deps());
    if (watched) this.#watches.set(id, watched);
    return watched?.watch ?? watch;
  }

  async sweep(mood: Mood = "well"): Promise<void> {
    this.chain.mood = mood;
    await sweepPlatformAddress({
      ...this.#deps(),
      settings: { platformWallet: "Platform" },
      watcher: { suggested: async (id) => void (await this.look(id, mood)) },
      sweepProgress: {
        read: async () => this.#cursor,
        write: async (_, cursor) => {
          this.#cursor = cursor;
        },
      },
    });
  }

  /** All is well, and time goes by until everything is final and everybody has looked. */
  async calm(): Promise<void> {
    this.pass(400);
    for (let round = 0; round < 4; round++) {
      this.pass(1_600);
      for (const id of IDS) await this.look(id);
      await this.sweep();
    }
  }

  /** Transactions that name the order and pay nobody for it; they are on the chain at once. */
  flood(id: string, count: number): void {
    for (let some = 0; some < count; some++) {
      const legs = [leg(id, "Elsewhere", 1n)];
      this.chain.land(
        rawTransaction({ signature: `j${++this.#count}`, signers: [`Buyer${id}`], legs }),
      );
    }
  }

  /** The whole price, by hand and without a word to the platform. */
  payWhole(id: string): void {
    this.#payByHand(id, 1);
  }

  /** The price in two parts, by hand. */
  payByBoth(id: string): void {
    this.#payByHand(id, 0);
  }

  /** Somebody's transaction that names the platform and has nothing to do with any order. */
  nameThePlatform(): void {
    const legs = [{ from: "Stranger", to: "Platform", lamports: 1n }];
    this.chain.land(
      rawTransaction({ signature: `p${++this.#count}`, signers: ["Stranger"], legs }),
    );
  }

  verdict(id: string, raw: RawTransaction) {
    const order = this.record.orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    return verifyPayment(termsOf(order), raw.transaction.signatures[0] ?? "", raw);
  }

  /** A wallet asks for the transaction. */
  async build(id: string, mood: Mood = "well"): Promise<void> {
    this.chain.mood = mood;
    let order: Order | undefined = this.record.orders.get(id);
    if (!order || this.#now >= order.expiresAt) return;
    const last = order.built?.lastValidBlockHeight ?? 0;
    if (order.built && this.chain.tip <= last) return;
    if (order.built && order.referenceSecret) {
      const watcher = { changed: async () => undefined };
      order = await settleOrReleaseBuiltTransaction(order, { ...this.#deps(), watcher });
      if (order.built) return;
    }
    const lastValidBlockHeight = this.chain.tip + BLOCKHASH_BLOCKS;
    const transaction = `m${++this.#count}`;
    const account = `Buyer${id}`;
    const at = this.#now;
    this.record.build(id, { transaction, account, at, lastValidBlockHeight });
  }

  /** The wallet sends what we built, which lands once and only while it can. */
  payOurs(id: string): void {
    const order = this.record.orders.get(id);
    const { built } = order ?? {};
    if (!order || !built || this.chain.tip > built.lastValidBlockHeight) return;
    if (this.chain.landed.has(built.transaction)) return;
    const legs = [leg(id, "Seller", SHARE), leg(id, "Platform", FEE)];
    const signers = [built.account, ...(order.referenceSecret ? [order.reference] : [])];
    const raw = rawTransaction({ signature: built.transaction, signers, legs });
    this.chain.land(raw, built.lastValidBlockHeight);
    this.ours.set(built.transaction, id);
  }

  #payByHand(id: string, choice: number): void {
    const other = IDS[(Number(id) + 1) % 3] ?? "0";
    this.chain.land(paymentByHand(`h${++this.#count}`, id, other, choice));
  }

  #deps() {
    const products: Pick<Products, "byId"> = {
      byId: async () =>
        ({ status: this.#active ? "active" : "disabled", priceLamports: this.#price }) as Awaited<
          ReturnType<Products["byId"]>
        >,
    };
    const clock = { now: () => this.#now };
    // Nobody refunds in this world.
    const refunds = {
      openOf: async () => null,
      complete: async () => undefined,
      releaseExpiredTransaction: async () => undefined,
    };
    return {
      clock,
      chain: this.chain,
      products,
      orders: this.record.port,
      refunds,
      feed: this.#feed,
    };
  }
}
