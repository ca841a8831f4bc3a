import { type Chain, ChainUnavailable, type Commitment } from "../../../app/solana/chain";
import { ASSUMED_PACE } from "../../../app/solana/pace";
import type { RawTransaction } from "../../../app/solana/raw-transaction";
import { decodeTransaction } from "../../../app/solana/wire-transaction";

export type NodeState = "healthy" | "silent" | "lagging";

type UsedChain = Pick<
  Chain,
  | "statuses"
  | "signaturesFor"
  | "signaturesFromSeveral"
  | "transaction"
  | "isSeconded"
  | "isMetaSeconded"
  | "finalizedTip"
  | "isGone"
  | "broadcast"
  | "isBlockhashOver"
  | "simulate"
  | "balances"
  | "latestBlockhash"
  | "pace"
  | "knownPace"
>;

const FINALITY_SLOTS = 32;
/** Slots by which a lagging node is behind. */
const LAG_SLOTS = 50;

/** Lists of transactions in memory: one block a slot, and a node that is healthy, silent or lagging. */
export class ListedChain implements UsedChain {
  tip = 1_000;
  nodeState: NodeState = "healthy";
  /** True while the node lists transactions that `getTransaction` does not return. */
  withholdsTransactions = false;
  /** Listed transactions that `getTransaction` answers with null or an error, or as failed. */
  readonly unreadable = new Map<string, "null" | "error" | "failed">();
  /** Signatures that one node alone leaves out of its lists. */
  readonly leftOut = new Set<string>();
  /** Signatures that one node alone has. */
  readonly unseconded = new Set<string>();
  /** Number of `transaction` calls. */
  fetchCount = 0;
  /** Numbers of searches, by address. */
  readonly searchCounts = new Map<string, number>();
  readonly landed = new Map<string, RawTransaction>();
  /** Payments that wallets have signed, by their first signature. */
  readonly #signed = new Map<string, { raw: RawTransaction; lastValidBlockHeight: number }>();
  /** True while nodes take transactions that do not land. */
  dropsBroadcasts = false;

  land(raw: RawTransaction): void {
    this.landed.set(raw.transaction.signatures[0] ?? "", { ...raw, slot: this.tip });
  }

  /** A wallet has signed this payment: it lands once it is broadcast. */
  addSigned(raw: RawTransaction, lastValidBlockHeight: number): void {
    this.#signed.set(raw.transaction.signatures[0] ?? "", { raw, lastValidBlockHeight });
  }

  /** Drops every transaction that is not finalized. */
  reorg(): void {
    for (const [signature, raw] of this.landed) {
      const { slot } = raw;
      if (slot > this.tip - FINALITY_SLOTS) this.landed.delete(signature);
    }
  }

  async statuses(signatures: string[]) {
    const tip = this.#tip();
    return signatures.map((signature) => {
      const raw = this.#known(signature, tip);
      return (
        raw && {
          node: raw.node,
          slot: raw.slot,
          err: raw.meta?.err ?? null,
          confirmation: confirmationOf(raw, tip),
        }
      );
    });
  }

  async signaturesFor(address: string, search: Parameters<Chain["signaturesFor"]>[1]) {
    const rows = await this.signaturesFromSeveral(address, search);
    return rows.filter(({ signature }) => !this.leftOut.has(signature));
  }

  async signaturesFromSeveral(address: string, search: Parameters<Chain["signaturesFor"]>[1]) {
    this.searchCounts.set(address, (this.searchCounts.get(address) ?? 0) + 1);
    const tip = this.#tip();
    if ((search.minContextSlot ?? 0) > newestSlot(search.commitment, tip))
      throw new ChainUnavailable();
    const all = [...this.landed.values()]
      .filter((raw) => raw.slot <= newestSlot(search.commitment, tip))
      .filter((raw) => raw.transaction.message.accountKeys.includes(address))
      .reverse();
    const index = (signature?: string) =>
      all.findIndex((raw) => raw.transaction.signatures[0] === signature);
    const end = search.until && index(search.until) >= 0 ? index(search.until) : all.length;
    // As the network does: `before` an unknown signature finds nothing.
    if (search.before && index(search.before) < 0) return [];
    const start = search.before ? index(search.before) + 1 : 0;
    return all.slice(start, Math.min(end, start + search.limit)).map((raw) => ({
      signature: raw.transaction.signatures[0] ?? "",
      slot: raw.slot,
      err: raw.meta?.err ?? null,
      confirmation: confirmationOf(raw, tip),
    }));
  }

  async transaction(signature: string, commitment: Commitment) {
    this.fetchCount++;
    if (this.withholdsTransactions) return null;
    const unreadable = this.unreadable.get(signature);
    if (unreadable === "null") return null;
    if (unreadable === "error") throw new ChainUnavailable();
    const raw = this.#known(signature, newestSlot(commitment, this.#tip()));
    if (unreadable !== "failed" || !raw?.meta) return raw;
    return { ...raw, meta: { ...raw.meta, err: "AccountInUse" } };
  }

  async isSeconded(signature: string, commitment: Commitment) {
    if (this.unseconded.has(signature)) return false;
    const raw = this.#known(signature, newestSlot(commitment, this.#tip()));
    return raw !== null && raw.meta?.err === null;
  }

  async isMetaSeconded(raw: RawTransaction, commitment: Commitment) {
    const [signature = ""] = raw.transaction.signatures;
    if (this.unseconded.has(signature)) return false;
    return this.#known(signature, newestSlot(commitment, this.#tip())) !== null;
  }

  async finalizedTip() {
    const slot = newestSlot("finalized", this.#tip());
    return { slot, blockHeight: slot };
  }

  async broadcast(bytes: Uint8Array) {
    this.#tip();
    const signature = decodeTransaction(bytes)?.signatures[0] ?? "";
    const one = this.#signed.get(signature);
    const canLand = one && this.tip <= one.lastValidBlockHeight && !this.landed.has(signature);
    if (canLand && !this.dropsBroadcasts) this.land(one.raw);
    return { outcome: "sent" as const, errors: [], isSeconded: true };
  }

  /** Wallets take the blockhash that they are given. */
  async isBlockhashOver() {
    return false;
  }

  async simulate() {
    return null;
  }

  /** No wallet is charged for more than it has. */
  async balances(addresses: string[]) {
    return { lamports: addresses.map(() => BigInt(Number.MAX_SAFE_INTEGER)), slot: this.#tip() };
  }

  async latestBlockhash() {
    const tip = this.#tip();
    return { blockhash: "", lastValidBlockHeight: tip + ASSUMED_PACE.blockhashBlocks, slot: tip };
  }

  async pace() {
    return ASSUMED_PACE;
  }

  knownPace() {
    return ASSUMED_PACE;
  }

  async isGone(signature: string, minContextSlot: number) {
    const tip = this.#tip();
    if (tip < minContextSlot) throw new ChainUnavailable();
    return this.#known(signature, tip) === null;
  }

  #tip(): number {
    if (this.nodeState === "silent") throw new ChainUnavailable();
    return this.nodeState === "lagging" ? this.tip - LAG_SLOTS : this.tip;
  }

  #known(signature: string, tip: number): RawTransaction | null {
    const raw = this.landed.get(signature);
    return raw && raw.slot <= tip ? raw : null;
  }
}

function newestSlot(commitment: Commitment, tip: number): number {
  return commitment === "finalized" ? tip - FINALITY_SLOTS : tip - 1;
}

function confirmationOf({ slot }: RawTransaction, tip: number) {
  if (slot <= tip - FINALITY_SLOTS) return "finalized" as const;
  return slot <= tip - 1 ? ("confirmed" as const) : ("processed" as const);
}
