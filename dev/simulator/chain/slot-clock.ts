import { MAINNET_SLOT_MS, type SlotView } from "../../chain";

/** Slots before the run: nodes can lag behind its first moment. */
const FIRST_SLOT = 1_000;
const CONFIRMED_AFTER_SLOTS = 1;
/** As on a cluster: 32 slots after it was processed. */
const FINALITY_SLOTS = 31;

/** Slots that follow from virtual time: nothing runs while none is asked for. */
export class SlotClock implements SlotView {
  #slotMs = MAINNET_SLOT_MS;
  #isHalted = false;
  #finality = FINALITY_SLOTS;
  /** What was final stays final when finality takes longer again. */
  #finalizedAtLeast = 0;
  /** A slot and the time at which it began (epoch ms), from which the others are counted. */
  #since: { slot: number; at: number };

  /** @param now epoch ms */
  constructor(private readonly now: () => number) {
    this.#since = { slot: FIRST_SLOT, at: now() };
  }

  get tip(): number {
    if (this.#isHalted) return this.#since.slot;
    return this.#since.slot + Math.floor((this.now() - this.#since.at) / this.#slotMs);
  }

  get slotMs(): number {
    return this.#slotMs;
  }

  get isHalted(): boolean {
    return this.#isHalted;
  }

  at(commitment: "processed" | "confirmed" | "finalized", lag = 0): number {
    const { tip } = this;
    if (commitment === "processed") return tip - lag;
    const confirmed = tip - CONFIRMED_AFTER_SLOTS;
    if (commitment === "confirmed") return confirmed - lag;
    return Math.max(this.#finalizedAtLeast, confirmed - this.#finality) - lag;
  }

  halt(): void {
    this.#rebase();
    this.#isHalted = true;
  }

  resume(): void {
    if (!this.#isHalted) return;
    this.#isHalted = false;
    this.#since.at = this.now();
  }

  setSlotMs(ms: number): void {
    this.#rebase();
    this.#slotMs = ms;
  }

  setFinality(slots: number | null): void {
    this.#finalizedAtLeast = this.at("finalized");
    this.#finality = slots ?? FINALITY_SLOTS;
  }

  /** Undoes what the setters did. */
  quiet(): void {
    this.resume();
    this.setSlotMs(MAINNET_SLOT_MS);
    this.setFinality(null);
  }

  #rebase(): void {
    const { tip } = this;
    const at = this.#isHalted
      ? this.now()
      : this.#since.at + (tip - this.#since.slot) * this.#slotMs;
    this.#since = { slot: tip, at };
  }
}
