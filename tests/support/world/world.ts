import type { Order } from "../../../app/domain/order";
import { termsOf } from "../../../app/domain/order";
import { freshWatch, type WatchState } from "../../../app/domain/order-state";
import { BLOCKHASH_BLOCKS, ORDER_LIFETIME } from "../../../app/domain/payment-constants";
import type { RawTransaction } from "../../../app/domain/solana/raw-transaction";
import { verifyPayment } from "../../../app/domain/verify-payment";
import type { Products } from "../../../app/ports";
import { sweepPlatformAddress } from "../../../app/use-cases/sweep-platform-address";
import { watchOrder } from "../../../app/use-cases/watch-order";
import { type Leg, rawTransaction } from "../raw-payments";
import { type Mood, WorldChain } from "./chain";
import { WorldRecord } from "./record";

const START = 1_700_000_000_000;
const SLOT_MS = 400;
const PRICE = 1_000n;
const SHARE = 990n;
const FEE = 10n;
const MOODS: readonly Mood[] = ["well", "well", "silent", "behind"];
const IDS = ["0", "1", "2"] as const;

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
  #watches = new Map<string, { watch: WatchState; judged: string[] }>();

  constructor(limit: number | null) {
    this.record = new WorldRecord({ limit, sold: 0, held: 0 });
    for (const id of IDS) this.record.orders.set(id, newOrder(id, limit));
  }

  /** One thing that happens. */
  async happen(event: number): Promise<void> {
    const kind = event % 16;
    const choice = Math.floor(event / 16);
    const id = IDS[choice % 3] ?? "0";
    const rest = Math.floor(choice / 3);
    if (kind < 4) return this.look(id, MOODS[rest % 4]);
    if (kind < 6) return this.#build(id);
    if (kind < 8) return this.#payOurs(id);
    if (kind < 11) return this.#payByHand(id, rest);
    if (kind === 11) return this.pass([1, 5, 40, 160][rest % 4] ?? 1);
    if (kind === 12) return this.chain.reorg();
    if (kind === 13) return void this.#watches.delete(id);
    if (kind === 14) return this.sweep(MOODS[rest % 4]);
    if (rest % 4 === 0) this.#active = !this.#active;
    else if (rest % 4 === 1) this.#price = this.#price === PRICE ? 2n * PRICE : PRICE;
    else this.#now += rest % 4 === 2 ? ORDER_LIFETIME : 600_000;
  }

  pass(slots: number): void {
    this.chain.tip += slots;
    this.#now += slots * SLOT_MS;
  }

  /** One round of the watcher. */
  async look(id: string, mood: Mood = "well"): Promise<void> {
    this.chain.mood = mood;
    const { watch, judged } = this.#watches.get(id) ?? {
      watch: freshWatch(this.#now),
      judged: [],
    };
    const input = { orderId: id, watch, judged: new Set(judged), jitter: 0 };
    const watched = await watchOrder(input, this.#deps());
    if (!watched) return;
    this.#watches.set(id, { watch: watched.watch, judged: [...judged, ...watched.judged] });
  }

  async sweep(mood: Mood = "well"): Promise<void> {
    this.chain.mood = mood;
    await sweepPlatformAddress({
      ...this.#deps(),
      settings: { platformWallet: "Platform" },
      watcher: { hinted: (id) => this.look(id, mood) },
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
      this.pass(200);
      for (const id of IDS) await this.look(id);
      await this.sweep();
    }
  }

  verdict(id: string, raw: RawTransaction) {
    const order = this.record.orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    return verifyPayment(termsOf(order), raw.transaction.signatures[0] ?? "", raw);
  }

  #build(id: string): void {
    const order = this.record.orders.get(id);
    if (!order || this.#now >= order.expiresAt) return;
    const last = order.built?.lastValidBlockHeight ?? 0;
    if (order.built && this.chain.tip <= last) return;
    const lastValidBlockHeight = this.chain.tip + BLOCKHASH_BLOCKS;
    const transaction = `m${++this.#count}`;
    const account = `Buyer${id}`;
    const at = this.#now;
    this.record.build(id, { transaction, account, at, lastValidBlockHeight });
  }

  /** The wallet sends what we built, which lands once and only while it can. */
  #payOurs(id: string): void {
    const order = this.record.orders.get(id);
    const { built } = order ?? {};
    if (!order || !built || this.chain.tip > built.lastValidBlockHeight) return;
    if (this.chain.landed.has(built.transaction)) return;
    const legs = [leg(id, "Seller", SHARE), leg(id, "Platform", FEE)];
    const signers = [built.account, ...(order.referenceSecret ? [order.reference] : [])];
    this.chain.land(rawTransaction({ signature: built.transaction, signers, legs }));
    this.ours.set(built.transaction, id);
  }

  #payByHand(id: string, choice: number): void {
    const other = IDS[(Number(id) + 1) % 3] ?? "0";
    const shapes: { legs: Leg[]; err?: unknown }[] = [
      { legs: [leg(id, "Seller", SHARE), leg(id, "Platform", FEE)] },
      { legs: [leg(id, "Seller", PRICE)] },
      { legs: [leg(id, "Seller", PRICE - 1n)] },
      { legs: [leg(id, "Seller", SHARE)] },
      { legs: [{ ...leg(id, "Seller", PRICE), from: "Stranger" }] },
      { legs: [{ ...leg(id, "Seller", PRICE), extra: [`Ref${id}`, `Ref${other}`] }] },
      {
        legs: [
          leg(id, "Seller", SHARE),
          { ...leg(other, "Seller", SHARE), from: `Buyer${id}` },
          leg(id, "Platform", FEE),
        ],
      },
      {
        legs: [leg(id, "Seller", PRICE), { ...leg(other, "Seller", PRICE), from: `Buyer${id}` }],
      },
      { legs: [leg(id, "Seller", PRICE + 5n), leg(id, "Platform", FEE)] },
      { legs: [leg(id, "Elsewhere", PRICE)] },
      { legs: [leg(id, "Seller", PRICE)], err: { InstructionError: [0, "Custom"] } },
    ];
    const shape = shapes[choice % shapes.length] ?? { legs: [] };
    const signers = [...new Set(shape.legs.map(({ from }) => from))];
    this.chain.land(rawTransaction({ signature: `h${++this.#count}`, signers, ...shape }));
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
      lapse: async () => undefined,
    };
    return { clock, chain: this.chain, products, orders: this.record.port, refunds };
  }
}

function leg(id: string, to: string, lamports: bigint): Leg {
  return { from: `Buyer${id}`, to, lamports, extra: [`Ref${id}`] };
}

function newOrder(id: string, limit: number | null): Order {
  return {
    id,
    productId: "product",
    ownerUid: "seller",
    buyerUid: `buyer${id}`,
    // The first one is bound to a wallet, the others are not.
    buyerWallet: id === "0" ? "Buyer0" : null,
    status: "pending",
    paymentRequested: false,
    priceLamports: PRICE,
    sellerLamports: SHARE,
    feeLamports: FEE,
    feeBps: 100,
    recipient: "Seller",
    platform: "Platform",
    reference: `Ref${id}`,
    referenceSecret: limit === null ? null : "sealed",
    label: "",
    message: "",
    saleType: limit === null ? "infinite" : "limited",
    createdAt: START,
    expiresAt: START + ORDER_LIFETIME,
    built: null,
    hold: "none",
    signatureHint: null,
    signature: null,
    slot: null,
    payerWallet: null,
    reviewReason: null,
    settledAt: null,
    finalizedAt: null,
  };
}
