import type { Order } from "../../../app/orders/rules/order";
import { stateOf, termsOf } from "../../../app/orders/rules/order";
import {
  freshWatch,
  ORDER_LIFETIME_MS,
  type WatchState,
} from "../../../app/orders/rules/order-state";
import { minBlocksLeft } from "../../../app/orders/rules/stock-limits";
import type { SettlementPorts } from "../../../app/settlement/ports";
import { step } from "../../../app/settlement/rules/order-lifecycle";
import { verifyPayment } from "../../../app/settlement/rules/verify-payment";
import { type Settlement, settlementOf } from "../../../app/settlement/settlement";
import { createPlatformSignatureCache } from "../../../app/settlement/use-cases/platform-signature-cache";
import { EMPTY_CURSOR, type SearchCursor } from "../../../app/settlement/use-cases/verify";
import { SIGNATURE_BYTES } from "../../../app/solana/address";
import { ASSUMED_PACE } from "../../../app/solana/pace";
import type { RawTransaction } from "../../../app/solana/raw-transaction";
import type { Products } from "../../../db/products/products";
import { rawTransaction } from "../raw-payments";
import { type NodeState, SimulatedChain } from "./chain";
import { SimulatedDatabase } from "./database";
import {
  FEE_LAMPORTS,
  leg,
  PRICE_LAMPORTS,
  SHARE_LAMPORTS,
  START_MS,
  simulatedOrder,
} from "./orders";
import { signedPayment, unbuiltPayment } from "./payments";

const { slotMs: SLOT_MS, blockhashBlocks: BLOCKHASH_BLOCKS } = ASSUMED_PACE;
const NODE_STATES: readonly NodeState[] = ["healthy", "healthy", "silent", "lagging"];
const ORDER_IDS = ["0", "1", "2"] as const;

/** Number of event kinds in `applyEvent`. */
const EVENT_KINDS = 18;
/** Every number below this one is an event of `applyEvent`. */
export const EVENT_COUNT = EVENT_KINDS * ORDER_IDS.length * 44;

/**
 * Three orders of three buyers for one product, with the real rules and use cases on a chain and a
 * database in memory. Events are numbers, so that fast-check can shrink histories.
 */
export class OrderSimulation {
  readonly chain = new SimulatedChain();
  readonly database: SimulatedDatabase;
  /** Order ids by signature, of landed transactions that the server built. */
  readonly builtPayments = new Map<string, string>();
  #now = START_MS;
  #signatureCount = 0;
  #cursor: string | null = null;
  /** Moves on with the simulation's clock and chain. */
  readonly #signatureCache = createPlatformSignatureCache({
    settings: { platformWallet: "Platform" },
    clock: { now: () => this.#now },
    chain: this.chain,
  });
  #settlement: Settlement;
  #watches = new Map<
    string,
    { watch: WatchState; cursor: SearchCursor; nextPollAt: number | null }
  >();

  constructor(limit: number | null, ids: readonly string[] = ORDER_IDS) {
    this.database = new SimulatedDatabase({ limit, sold: 0, held: 0 });
    for (const id of ids) this.database.add(simulatedOrder(id, limit, START_MS));
    this.#settlement = settlementOf(this.#ports());
  }

  /** Take the place of ports, such as by throwing. */
  set overrides(overrides: Partial<SettlementPorts>) {
    this.#settlement = settlementOf({ ...this.#ports(), ...overrides });
  }

  /** Applies one event. */
  async applyEvent(event: number): Promise<void> {
    const kind = event % EVENT_KINDS;
    const choice = Math.floor(event / EVENT_KINDS);
    const id = ORDER_IDS[choice % 3] ?? "0";
    const rest = Math.floor(choice / 3);
    if (kind < 4) return void (await this.poll(id, NODE_STATES[rest % 4]));
    if (kind === 4) return this.build(id, NODE_STATES[rest % 4]);
    if (kind === 5) return this.sign(id);
    if (kind === 6) return this.payBuilt(id);
    if (kind === 7) return this.#disturbSending(id, rest);
    if (kind < 11) return this.#payUnbuilt(id, rest);
    if (kind === 11) return this.advanceSlots([1, 5, 40, 160][rest % 4] ?? 1);
    if (kind === 12) return this.#reorganize(id, rest);
    if (kind === 13) return void this.#watches.delete(id);
    if (kind === 14) return this.sweep(NODE_STATES[rest % 4]);
    if (kind === 16) return this.database.accept(id, this.#now);
    if (kind === 17) return this.#closeOrRefund(id, rest);
    const { product } = this.database;
    if (rest % 5 === 0) product.status = product.status === "active" ? "disabled" : "active";
    else if (rest % 5 === 1) product.priceLamports = 3n * PRICE_LAMPORTS - product.priceLamports;
    else if (rest % 5 === 2) return this.#payRepeatedly(id);
    else this.#now += rest % 5 === 3 ? ORDER_LIFETIME_MS : 600_000;
  }

  /** The wallet pays and pays again, without a poll in between. */
  async #payRepeatedly(id: string): Promise<void> {
    for (let repeat = 0; repeat < 5; repeat++) {
      await this.build(id);
      this.payBuilt(id);
      this.advanceSlots(200);
    }
  }

  /** A fork drops transactions: briefly, long enough to be noticed, or for good. */
  async #reorganize(id: string, choice: number): Promise<void> {
    if (choice % 4 === 0) return this.chain.restoreDropped();
    this.chain.reorg();
    for (let poll = 0; choice % 4 > 1 && poll < 4; poll++) {
      this.advanceSlots(110);
      await this.poll(id);
    }
    if (choice % 4 === 3) this.chain.restoreDropped();
  }

  /** Nodes drop what they take, wallets are emptied or filled, or others send payments again. */
  #disturbSending(id: string, choice: number): void {
    const { chain } = this;
    const wallet = `Buyer${id}`;
    if (choice % 4 === 0) chain.dropsBroadcasts = !chain.dropsBroadcasts;
    else if (choice % 4 === 1) chain.emptyWallets.add(wallet);
    else if (choice % 4 === 2) chain.emptyWallets.delete(wallet);
    else chain.rebroadcast();
  }

  /** The seller refunds, or dismisses a rolled-back payment. */
  #closeOrRefund(id: string, choice: number): void {
    if (choice % 2 === 0) this.database.refund(id, `r${++this.#signatureCount}`);
    else void this.database.port.dismiss(id, this.#now);
  }

  advanceSlots(slots: number): void {
    this.chain.tip += slots;
    this.#now += slots * SLOT_MS;
  }

  /** Runs the polls that orders have scheduled since their first one, for a time (ms). */
  async runScheduledPolls(duration: number, jitter: () => number): Promise<void> {
    const end = this.#now + duration;
    for (;;) {
      let next = { id: "", at: end };
      for (const [id, { nextPollAt }] of this.#watches) {
        if (nextPollAt !== null && nextPollAt < next.at) next = { id, at: nextPollAt };
      }
      this.#passUntil(next.at);
      if (next.at === end) return;
      await this.poll(next.id, "healthy", jitter());
    }
  }

  #passUntil(at: number): void {
    const slotsAt = (time: number) => Math.floor((time - START_MS) / SLOT_MS);
    this.chain.tip += slotsAt(at) - slotsAt(this.#now);
    this.#now = at;
  }

  /** Opens the page of an order, which then polls. */
  async openPage(id: string): Promise<void> {
    const [known, order] = [this.#watches.get(id), this.database.orders.get(id)];
    if (!known || !order) throw new Error(`order ${id} has no poll yet`);
    const { watch, nextPollAt } = step(
      stateOf(order),
      { ...known.watch, pageOpenedAt: this.#now },
      { kind: "opened" },
      this.#now,
      0,
    );
    this.#watches.set(id, { ...known, watch, nextPollAt });
    if (nextPollAt === this.#now) await this.poll(id);
  }

  /** Polls an order once; returns its watch state. */
  async poll(id: string, nodeState: NodeState = "healthy", jitter = 0): Promise<WatchState> {
    this.chain.nodeState = nodeState;
    const { watch, cursor } = this.#watches.get(id) ?? {
      watch: freshWatch(this.#now),
      cursor: EMPTY_CURSOR,
    };
    const input = { orderId: id, watch, cursor, jitter };
    const watched = await this.#settlement.poll(input);
    if (watched) this.#watches.set(id, watched);
    return watched?.watch ?? watch;
  }

  async sweep(nodeState: NodeState = "healthy"): Promise<void> {
    this.chain.nodeState = nodeState;
    await this.#settlement.sweepPlatformAddress();
  }

  /** With a healthy node, advances until everything is finalized and polled. */
  async runToFinality(): Promise<void> {
    this.advanceSlots(400);
    for (let round = 0; round < 4; round++) {
      this.advanceSlots(1_600);
      for (const id of ORDER_IDS) await this.poll(id);
      await this.sweep();
    }
  }

  /** Lands transactions that name the reference and pay nothing for it. */
  addJunkTransactions(id: string, count: number): void {
    for (let some = 0; some < count; some++) {
      const legs = [leg(id, "Elsewhere", 1n)];
      this.chain.land(
        rawTransaction({ signature: `j${++this.#signatureCount}`, signers: [`Buyer${id}`], legs }),
      );
    }
  }

  /** A transfer to the seller that names the order. */
  payBelowPrice(id: string, lamports: bigint): void {
    const legs = [leg(id, "Seller", lamports)];
    const signature = `s${++this.#signatureCount}`;
    this.chain.land(rawTransaction({ signature, signers: [`Buyer${id}`], legs }));
  }

  /** Lands a transaction that names the reference, and that no node returns. */
  addUnreadable(id: string, answer: "null" | "error"): void {
    this.addJunkTransactions(id, 1);
    this.chain.unreadable.set(`j${this.#signatureCount}`, answer);
  }

  /** The full price to the seller, without the fee leg. */
  payPriceToSeller(id: string): void {
    this.#payUnbuilt(id, 1);
  }

  /** Share and fee in two legs. */
  paySellerAndPlatform(id: string): void {
    this.#payUnbuilt(id, 0);
  }

  /** A transaction that pays the platform and concerns no order. */
  addPlatformTransaction(): string {
    const legs = [{ from: "Stranger", to: "Platform", lamports: 1n }];
    const signature = `p${++this.#signatureCount}`;
    this.chain.land(rawTransaction({ signature, signers: ["Stranger"], legs }));
    return signature;
  }

  verify(id: string, raw: RawTransaction) {
    const order = this.database.orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    const others = [...this.database.orders.values()];
    return verifyPayment(termsOf(order), raw.transaction.signatures[0] ?? "", raw, others);
  }

  /** A wallet requests the transaction. */
  async build(id: string, nodeState: NodeState = "healthy"): Promise<void> {
    this.chain.nodeState = nodeState;
    let order: Order | undefined = this.database.orders.get(id);
    if (!order || this.#now >= order.expiresAt) return;
    const last = order.built?.lastValidBlockHeight ?? 0;
    if (order.built && this.chain.tip <= last) return;
    if (order.built && order.referenceSecret) {
      ({ order } = await this.#settlement.settleOrReleaseBuiltTransaction(order));
      if (order.built) return;
    }
    const lastValidBlockHeight = this.chain.tip + BLOCKHASH_BLOCKS;
    const transaction = `m${++this.#signatureCount}`;
    const account = `Buyer${id}`;
    const at = this.#now;
    const form = order.referenceSecret ? "presigned" : "unsigned";
    this.database.build(id, { transaction, account, at, lastValidBlockHeight, form });
  }

  /** A wallet signs the payment of a scarce product; the server takes a unit for it, or a place in line. */
  async sign(id: string): Promise<void> {
    const order = this.database.orders.get(id);
    // Only a buyer's page hands in signed bytes.
    if (!order?.referenceSecret || order.buyerUid === null) return;
    if (order.built || this.#now >= order.expiresAt) return;
    const lastValid = this.chain.tip + BLOCKHASH_BLOCKS;
    const { signed, raw } = signedPayment(id, ++this.#signatureCount, lastValid);
    this.chain.addSigned(raw, lastValid);
    const at = this.#now;
    const minValidHeight = this.chain.tip + minBlocksLeft(ASSUMED_PACE);
    const when = { minValidHeight, slot: this.chain.tip, at };
    const taken = await this.database.port.takeUnit(id, signed, when);
    const place = { orderId: id, productId: "product", uid: `buyer${id}` };
    if (taken === "held") await this.database.linePort.join(place, signed, when);
  }

  /** The wallet sends the built transaction, which lands at most once, before it expires. */
  payBuilt(id: string): void {
    const order = this.database.orders.get(id);
    const { built } = order ?? {};
    if (!order || !built || this.chain.tip > built.lastValidBlockHeight) return;
    if (built.form === "cosigned" || this.chain.landed.has(built.transaction)) return;
    const legs = [leg(id, "Seller", SHARE_LAMPORTS), leg(id, "Platform", FEE_LAMPORTS)];
    const signers = [built.account, ...(order.referenceSecret ? [order.reference] : [])];
    const raw = rawTransaction({ signature: built.transaction, signers, legs });
    this.chain.land(raw, built.lastValidBlockHeight);
    this.builtPayments.set(built.transaction, id);
  }

  #payUnbuilt(id: string, choice: number): void {
    const other = ORDER_IDS[(Number(id) + 1) % 3] ?? "0";
    this.chain.land(unbuiltPayment(`h${++this.#signatureCount}`, id, other, choice));
  }

  #ports(): SettlementPorts {
    const products: Pick<Products, "byId"> = {
      byId: async () =>
        ({
          ...this.database.product,
          saleLimit: this.database.stock.limit,
          sold: this.database.stock.sold,
          held: this.database.stock.held,
        }) as Awaited<ReturnType<Products["byId"]>>,
    };
    const clock = { now: () => this.#now };
    // The simulation has no refund transactions.
    const refunds = {
      openOf: async () => null,
      complete: async () => undefined,
      releaseExpiredTransaction: async () => undefined,
    };
    return {
      clock,
      chain: this.chain,
      products,
      settings: { platformWallet: "Platform" },
      users: { byUid: async () => null, byWallet: async () => null },
      // The simulated database loses nothing.
      orderRecords: { read: async () => null, remove: async () => undefined },
      unmatchedPayments: { add: async () => undefined, resolve: async () => undefined },
      removedOrders: {
        removeWithoutBuyer: async () => undefined,
        references: async () => [],
        forget: async () => undefined,
      },
      sweepProgress: {
        read: async () => this.#cursor,
        write: async (_, cursor) => {
          this.#cursor = cursor;
        },
      },
      orders: this.database.port,
      referenceKeys: {
        canSign: async () => true,
        sign: async () => new Uint8Array(SIGNATURE_BYTES).fill(1),
      },
      stockLine: this.database.linePort,
      stockWatcher: { start: async () => undefined },
      watcher: {
        built: async () => undefined,
        changed: async () => undefined,
        overdue: async (id) => void (await this.poll(id, this.chain.nodeState)),
        restored: async (id) => {
          this.#watches.delete(id);
          await this.poll(id, this.chain.nodeState);
        },
      },
      refunds,
      signatureCache: this.#signatureCache,
    };
  }
}
