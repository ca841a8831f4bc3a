import {
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { onTestFinished } from "vitest";
import { encodeBase64 } from "../../../app/lib/base64";
import type { Orders } from "../../../app/orders/ports";
import { type Order, stateOf } from "../../../app/orders/rules/order";
import {
  freshWatch,
  ORDER_LIFETIME_MS,
  type WatchState,
} from "../../../app/orders/rules/order-state";
import { minBlocksLeft } from "../../../app/orders/rules/stock-limits";
import type { SettlementPorts } from "../../../app/settlement/ports";
import { step } from "../../../app/settlement/rules/order-lifecycle";
import { type Settlement, settlementOf } from "../../../app/settlement/settlement";
import { createPlatformSignatureCache } from "../../../app/settlement/use-cases/platform-signature-cache";
import { EMPTY_CURSOR, type SearchCursor } from "../../../app/settlement/use-cases/verify";
import { ADDRESS_BYTES, SIGNATURE_BYTES } from "../../../app/solana/address";
import { ASSUMED_PACE } from "../../../app/solana/pace";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { readMigrations } from "../../../dev/run/migrate";
import { createSimulatedDatabase } from "../../../dev/simulator/stand-ins/d1";
import type { SimulatedDatabase } from "../../../dev/simulator/world";
import { repositoriesOf } from "../../../workers/repositories";
import { insertOrder } from "../factories/order";
import { insertPerson } from "../factories/person";
import { insertProduct } from "../factories/product";
import { noLog } from "../log";
import { type Leg, rawTransaction } from "../raw-payments";
import { ListedChain, type NodeState } from "./listed-chain";

const START_MS = 1_700_000_000_000;
export const PRICE_LAMPORTS = 100_000_000n;
const SHARE_LAMPORTS = 99_000_000n;
const FEE_LAMPORTS = 1_000_000n;
const { slotMs: SLOT_MS, blockhashBlocks: BLOCKHASH_BLOCKS } = ASSUMED_PACE;

const OWNER_UID = "seller";
/** A wallet that is linked to the seller's account, beside the one that is paid. */
export const OWNERS_WALLET = "SellersOther";
const PRODUCT_ID = "product";

type Overrides = Partial<SettlementPorts & { orders: Orders }>;

/** The public key of an order's reference. */
export function referenceOf(id: string): string {
  const key = new Uint8Array(ADDRESS_BYTES).fill(1);
  new DataView(key.buffer).setUint32(0, Number(id));
  return bs58.encode(key);
}

export function leg(id: string, to: string, lamports: bigint): Leg {
  return { from: `Buyer${id}`, to, lamports, extra: [referenceOf(id)] };
}

/**
 * Orders of as many buyers for one product, which are polled by the shipped use cases and repositories;
 * what the chain lists is the test's to say. Counts what polls ask for.
 */
export class OrderPolls {
  readonly chain = new ListedChain();
  /** Take the place of ports, such as by throwing. */
  overrides: Overrides = {};
  #now = START_MS;
  #signatureCount = 0;
  readonly #signatureCache = createPlatformSignatureCache({
    settings: { platformWallet: "Platform" },
    clock: { now: () => this.#now },
    chain: this.chain,
  });
  readonly #watches = new Map<
    string,
    { watch: WatchState; cursor: SearchCursor; nextPollAt: number | null }
  >();

  private constructor(
    readonly database: SimulatedDatabase,
    private readonly d1: D1Database,
  ) {}

  /** @param limit units of the product; null for no limit */
  static async open(
    limit: number | null,
    ids: readonly string[] = ["0", "1"],
  ): Promise<OrderPolls> {
    const channel = {
      call: async <T>(_life: unknown, _store: unknown, _label: unknown, work: () => T) => work(),
    };
    const database = createSimulatedDatabase(channel, readMigrations());
    onTestFinished(() => database.close());
    const d1 = database.bindingFor({ name: "test", isOver: false });
    await insertPerson(d1, { uid: OWNER_UID, wallet: OWNERS_WALLET });
    await insertProduct(d1, OWNER_UID, {
      id: PRODUCT_ID,
      saleLimit: limit,
      price: Number(PRICE_LAMPORTS),
      recipient: "Seller",
    });
    for (const id of ids) {
      await insertPerson(d1, { uid: `buyer${id}` });
      await insertOrder(d1, orderFor(id, limit));
    }
    return new OrderPolls(database, d1);
  }

  /** Ports of settlement, those of `overrides` last. */
  get ports(): SettlementPorts & { orders: Orders } {
    const repositories = repositoriesOf(this.d1);
    return {
      ...repositories,
      orders: ordersIn(openDb(this.d1)),
      clock: { now: () => this.#now },
      log: noLog,
      ids: { uuid: () => crypto.randomUUID() },
      chain: this.chain,
      settings: { platformWallet: "Platform" },
      // The database loses nothing.
      orderRecords: { read: async () => null, remove: async () => undefined },
      referenceKeys: {
        canSign: async () => true,
        sign: async () => new Uint8Array(SIGNATURE_BYTES).fill(1),
      },
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
      signatureCache: this.#signatureCache,
      ...this.overrides,
    };
  }

  async order(id: string): Promise<Order> {
    const order = await this.ports.orders.byId(id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  get stock(): { sold: number; held: number } {
    const [stock] = this.database.read<{ sold: number; held: number }>(
      "SELECT sold, held FROM products WHERE id = ?",
      PRODUCT_ID,
    );
    if (!stock) throw new Error("no product");
    return stock;
  }

  /** Kinds of the order's ledger entries by this transaction. */
  entries(id: string, signature: string): string[] {
    return this.database
      .read<{ kind: string }>(
        "SELECT kind FROM ledger WHERE order_id = ? AND signature = ? ORDER BY id",
        id,
        signature,
      )
      .map(({ kind }) => kind);
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
    const known = this.#watches.get(id);
    if (!known) throw new Error(`order ${id} has no poll yet`);
    const { watch, nextPollAt } = step(
      stateOf(await this.order(id)),
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
    const known = this.#watches.get(id);
    const { watch, cursor } = known ?? { watch: freshWatch(this.#now), cursor: EMPTY_CURSOR };
    const watched = await this.#settlement().poll({ orderId: id, watch, cursor, jitter });
    if (watched) this.#watches.set(id, watched);
    return watched?.watch ?? watch;
  }

  async sweep(nodeState: NodeState = "healthy"): Promise<void> {
    this.chain.nodeState = nodeState;
    await this.#settlement().sweepPlatformAddress();
  }

  #made: { overrides: Overrides; settlement: Settlement } | undefined;
  #settlement(): Settlement {
    const { overrides } = this;
    if (this.#made?.overrides !== overrides) {
      this.#made = { overrides, settlement: settlementOf(this.ports) };
    }
    return this.#made.settlement;
  }

  /** A wallet requests the transaction. */
  async build(id: string): Promise<void> {
    const order = await this.order(id);
    const form = order.referenceSecret ? "presigned" : "unsigned";
    const transaction = `m${++this.#signatureCount}`;
    const lastValidBlockHeight = this.chain.tip + BLOCKHASH_BLOCKS;
    const at = this.#now;
    await this.ports.orders.recordBuilt(
      id,
      { transaction, account: `Buyer${id}`, at, lastValidBlockHeight, form },
      {
        hold: form === "presigned" ? { address: "", rateScale: 1 } : null,
        replaces: order.built?.transaction ?? null,
        nextPollAt: at,
        minValidHeight: this.chain.tip,
      },
    );
  }

  /** A wallet signs the payment of a scarce product, and the server takes a unit for it. */
  async sign(id: string): Promise<void> {
    const lastValid = this.chain.tip + BLOCKHASH_BLOCKS;
    const { transaction, signature } = signedPayment(id, ++this.#signatureCount);
    const account = `Buyer${id}`;
    const legs = [leg(id, "Seller", SHARE_LAMPORTS), leg(id, "Platform", FEE_LAMPORTS)];
    const signers = [account, referenceOf(id)];
    this.chain.addSigned(rawTransaction({ signature, signers, legs }), lastValid);
    const signed = { transaction, account, signature, lastValidBlockHeight: lastValid };
    const minValidHeight = this.chain.tip + minBlocksLeft(ASSUMED_PACE);
    const when = { minValidHeight, slot: this.chain.tip, at: this.#now };
    const taken = await this.ports.orders.takeUnit(id, signed, when);
    if (taken !== "taken") throw new Error(`no unit for order ${id}: ${taken}`);
  }

  /** The wallet sends the built transaction. */
  async payBuilt(id: string): Promise<void> {
    const { built } = await this.order(id);
    if (!built) throw new Error(`nothing is built for order ${id}`);
    const legs = [leg(id, "Seller", SHARE_LAMPORTS), leg(id, "Platform", FEE_LAMPORTS)];
    this.chain.land(
      rawTransaction({ signature: built.transaction, signers: [built.account], legs }),
    );
  }

  /** The full price to the seller, without the fee leg. Returns the signature. */
  payPriceToSeller(id: string): string {
    return this.#land(id, [leg(id, "Seller", PRICE_LAMPORTS)]);
  }

  /** Share and fee in two legs. */
  paySellerAndPlatform(id: string): string {
    return this.#land(id, [leg(id, "Seller", SHARE_LAMPORTS), leg(id, "Platform", FEE_LAMPORTS)]);
  }

  /** A transfer to the seller that names the order. */
  payBelowPrice(id: string, lamports: bigint): string {
    return this.#land(id, [leg(id, "Seller", lamports)]);
  }

  /** Lands transactions that name the reference and pay nothing for it. Returns the last signature. */
  addJunkTransactions(id: string, count: number): string {
    let signature = "";
    for (let some = 0; some < count; some++) {
      signature = this.#land(id, [leg(id, "Elsewhere", 1n)]);
    }
    return signature;
  }

  /** Lands a transaction that names the reference, and that no node returns. */
  addUnreadable(id: string, answer: "null" | "error"): void {
    this.chain.unreadable.set(this.addJunkTransactions(id, 1), answer);
  }

  /** A transaction that pays the platform and concerns no order. */
  addPlatformTransaction(): string {
    return this.#land("", [{ from: "Stranger", to: "Platform", lamports: 1n }], "Stranger");
  }

  #land(id: string, legs: Leg[], signer = `Buyer${id}`): string {
    const signature = `h${++this.#signatureCount}`;
    this.chain.land(rawTransaction({ signature, signers: [signer], legs }));
    return signature;
  }
}

/** Order 0 is bound to a wallet, the others to none. */
function orderFor(id: string, limit: number | null) {
  return {
    id,
    productId: PRODUCT_ID,
    ownerUid: OWNER_UID,
    buyerUid: `buyer${id}`,
    buyerWallet: id === "0" ? "Buyer0" : null,
    priceLamports: PRICE_LAMPORTS,
    feeLamports: FEE_LAMPORTS,
    recipient: "Seller",
    platform: "Platform",
    reference: referenceOf(id),
    referenceSecret: limit === null ? null : "sealed",
    saleType:
      limit === null
        ? ("infinite" as const)
        : limit === 1
          ? ("unique" as const)
          : ("limited" as const),
    createdAt: START_MS,
    expiresAt: START_MS + ORDER_LIFETIME_MS,
  };
}

/** Payer in the bytes of signed payments; the chain has the payment itself. */
const PAYER = new PublicKey(new Uint8Array(ADDRESS_BYTES).fill(7));

/** A transaction that a wallet has signed, without the signature of the reference; that of `count` is its id. */
function signedPayment(id: string, count: number): { transaction: string; signature: string } {
  const reference = referenceOf(id);
  const transfer = SystemProgram.transfer({ fromPubkey: PAYER, toPubkey: PAYER, lamports: 1 });
  transfer.keys.push({ pubkey: new PublicKey(reference), isSigner: true, isWritable: false });
  const message = new TransactionMessage({
    payerKey: PAYER,
    recentBlockhash: reference,
    instructions: [transfer],
  }).compileToLegacyMessage();
  const wire = new VersionedTransaction(message);
  const bytes = new Uint8Array(SIGNATURE_BYTES).fill(1);
  new DataView(bytes.buffer).setUint32(0, count);
  wire.signatures[0] = bytes;
  return { transaction: encodeBase64(wire.serialize()), signature: bs58.encode(bytes) };
}
