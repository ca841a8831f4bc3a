import { type Chain, ChainUnavailable, type Commitment } from "../../../app/solana/chain";
import type { RawTransaction } from "../../../app/solana/raw-transaction";

export type Mood = "well" | "silent" | "behind";

type Asked = Pick<
  Chain,
  "statuses" | "signaturesFor" | "signaturesFromSeveral" | "transaction" | "finalizedTip" | "isGone"
>;

const FINALITY = 32;
/** Slots by which a node in the mood `behind` lies back. */
const BEHIND = 50;

/** A chain in memory: slots, forks, and nodes that are well, silent or behind. One block a slot. */
export class WorldChain implements Asked {
  tip = 1_000;
  mood: Mood = "well";
  /** True while nodes list transactions that they don't give. */
  withheld = false;
  /** Transactions that were asked for, one by one. */
  fetched = 0;
  readonly landed = new Map<string, RawTransaction>();
  #lost: RawTransaction[] = [];
  readonly #lastValid = new Map<string, number>();

  /** One that is built on a blockhash can land up to that height only. */
  land(raw: RawTransaction, lastValidBlockHeight = Number.POSITIVE_INFINITY): void {
    if (this.tip > lastValidBlockHeight) return;
    const [signature = ""] = raw.transaction.signatures;
    this.#lastValid.set(signature, lastValidBlockHeight);
    this.landed.set(signature, { ...raw, slot: this.tip });
  }

  /** Another fork wins: what was not final is gone. */
  reorg(): void {
    for (const [signature, raw] of this.landed) {
      const { slot } = raw;
      if (slot <= this.tip - FINALITY) continue;
      this.#lost.push(raw);
      this.landed.delete(signature);
    }
  }

  /** What forks have undone lands again. */
  comeBack(): void {
    for (const raw of this.#lost.splice(0)) {
      this.land(raw, this.#lastValid.get(raw.transaction.signatures[0] ?? ""));
    }
  }

  async statuses(signatures: string[]) {
    const tip = this.#tip();
    return signatures.map((signature) => {
      const raw = this.#known(signature, tip);
      return raw && { slot: raw.slot, err: raw.meta?.err ?? null, confirmation: at(raw, tip) };
    });
  }

  async signaturesFor(address: string, search: Parameters<Chain["signaturesFor"]>[1]) {
    const tip = this.#tip();
    if ((search.minContextSlot ?? 0) > newest(search.commitment, tip)) throw new ChainUnavailable();
    const all = [...this.landed.values()]
      .filter((raw) => raw.slot <= newest(search.commitment, tip))
      .filter((raw) => raw.transaction.message.accountKeys.includes(address))
      .reverse();
    const index = (signature?: string) =>
      all.findIndex((raw) => raw.transaction.signatures[0] === signature);
    const end = search.until && index(search.until) >= 0 ? index(search.until) : all.length;
    // As the network does: what came before a transaction that it does not know is nothing.
    if (search.before && index(search.before) < 0) return [];
    const start = search.before ? index(search.before) + 1 : 0;
    return all.slice(start, Math.min(end, start + search.limit)).map((raw) => ({
      signature: raw.transaction.signatures[0] ?? "",
      slot: raw.slot,
      err: raw.meta?.err ?? null,
      confirmation: at(raw, tip),
    }));
  }

  signaturesFromSeveral(address: string, search: Parameters<Chain["signaturesFor"]>[1]) {
    return this.signaturesFor(address, search);
  }

  async transaction(signature: string, commitment: Commitment) {
    this.fetched++;
    if (this.withheld) return null;
    return this.#known(signature, newest(commitment, this.#tip()));
  }

  async finalizedTip() {
    const slot = newest("finalized", this.#tip());
    return { slot, blockHeight: slot };
  }

  async isGone(signature: string, minContextSlot: number) {
    const tip = this.#tip();
    if (tip < minContextSlot) throw new ChainUnavailable();
    return this.#known(signature, tip) === null;
  }

  #tip(): number {
    if (this.mood === "silent") throw new ChainUnavailable();
    return this.mood === "behind" ? this.tip - BEHIND : this.tip;
  }

  #known(signature: string, tip: number): RawTransaction | null {
    const raw = this.landed.get(signature);
    return raw && raw.slot <= tip ? raw : null;
  }
}

function newest(commitment: Commitment, tip: number): number {
  return commitment === "finalized" ? tip - FINALITY : tip - 1;
}

function at({ slot }: RawTransaction, tip: number) {
  if (slot <= tip - FINALITY) return "finalized" as const;
  return slot <= tip - 1 ? ("confirmed" as const) : ("processed" as const);
}
