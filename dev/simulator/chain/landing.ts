import type { EmbeddedChain, WireTransaction } from "../../chain";
import type { Random } from "../random";
import type { Scheduler } from "../scheduler";
import type { LandedPayment, Trace } from "../world";
import { landedPayment } from "./landed-payment";
import type { SlotClock } from "./slot-clock";

interface LandingOptions {
  readonly ledger: EmbeddedChain;
  readonly clock: SlotClock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly trace: Trace;
}

type Fate = "soon" | "late" | "never" | "not-run";

/** Time from a node to a block in ms, in usual times and where a transaction lands late. */
const SOON_MS = { low: 0, high: 800 } as const;
const LATE_MS = { low: 1_000, high: 60_000 } as const;
/** Time from a block that holds a transaction without running it to the one that runs it, in ms. */
const RUN_AGAIN_MS = { low: 200, high: 20_000 } as const;
const RUN_AGAIN_CHANCE = 0.7;
/** Share of the transactions of a dropped block that are sent again by themselves, and after how many ms. */
const LAND_AGAIN_CHANCE = 0.5;
const LAND_AGAIN_MS = { low: 100, high: 10_000 } as const;

/** What becomes of transactions between the nodes and the blocks, and what stands in the blocks. */
export class Landing {
  #rates = { late: 0, never: 0, notRun: 0 };
  #version = 0;
  /** Drawn once a transaction: sending it again does not change its luck. */
  readonly #fates = new Map<string, Fate>();
  /** Signatures on their way into a block. */
  readonly #underWay = new Set<string>();
  /** What arrived while the chain stood still. */
  #waiting: (() => void)[] = [];
  readonly #wires = new Map<string, WireTransaction>();
  readonly #landed: LandedPayment[] = [];

  constructor(private readonly options: LandingOptions) {}

  get version(): number {
    return this.#version;
  }

  /** Oldest first. */
  get landed(): readonly LandedPayment[] {
    return this.#landed;
  }

  find(signature: string): LandedPayment | undefined {
    return this.#landed.findLast((payment) => payment.signature === signature);
  }

  bytesOf(signature: string): WireTransaction | undefined {
    return this.#wires.get(signature);
  }

  setRates(rates: { late: number; never: number; notRun: number }): void {
    this.#rates = rates;
    this.#fates.clear();
  }

  /** A node forwards it. */
  send(wire: WireTransaction): void {
    this.#send(wire, SOON_MS);
  }

  /** It is in the current block when this returns, unless another fate is drawn. */
  sendAtOnce(wire: WireTransaction): void {
    this.#send(wire, undefined);
  }

  /** What waited for the chain to go on lands. */
  resume(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) this.#later(SOON_MS, run);
  }

  /** Drops the blocks after `keptSlot`. */
  fork(keptSlot: number): void {
    const { ledger, trace, random } = this.options;
    const first = this.#landed.findIndex((payment) => payment.slot > keptSlot);
    const dropped = first === -1 ? [] : this.#landed.splice(first);
    ledger.reorgTo(keptSlot);
    this.#version++;
    trace.add("chain", `moves to another fork after slot ${keptSlot}`);
    for (const { signature } of dropped) {
      trace.add("chain", `drops ${signature}`);
      const wire = this.#wires.get(signature);
      if (wire && random.chance(LAND_AGAIN_CHANCE)) {
        this.#later(LAND_AGAIN_MS, () => this.#land(wire, true));
      }
    }
  }

  #send(wire: WireTransaction, travel: { low: number; high: number } | undefined): void {
    const signature = signatureOf(wire);
    this.#wires.set(signature, wire);
    if (this.#underWay.has(signature)) return;
    const fate = this.#fateOf(signature);
    if (fate === "never") return;
    const arrive = () => {
      this.#underWay.delete(signature);
      this.#land(wire, fate !== "not-run");
    };
    // The next time it is sent it goes the usual way.
    this.#fates.set(signature, "soon");
    const range = fate === "late" ? LATE_MS : travel;
    if (range) {
      this.#underWay.add(signature);
      this.#later(range, arrive);
    } else arrive();
  }

  #fateOf(signature: string): Fate {
    const known = this.#fates.get(signature);
    if (known) return known;
    const { late, never, notRun } = this.#rates;
    const soon = Math.max(0, 1 - late - never - notRun);
    const fate = this.options.random.weighted({ soon, late, never, "not-run": notRun });
    this.#fates.set(signature, fate);
    return fate;
  }

  #land(wire: WireTransaction, hasRun: boolean): void {
    const { ledger, clock, scheduler, random, trace } = this.options;
    if (clock.isHalted) {
      this.#waiting.push(() => this.#land(wire, hasRun));
      return;
    }
    const signature = signatureOf(wire);
    const result = ledger.land(wire, hasRun);
    if ("refused" in result) {
      if (result.refused === "AlreadyProcessed") return;
      trace.add("chain", `refuses ${signature}: ${JSON.stringify(result.refused)}`);
      return;
    }
    const payment = landedPayment(wire, result.landed, scheduler.now);
    this.#landed.push(payment);
    this.#version++;
    trace.add("chain", describe(payment));
    if (!hasRun && random.chance(RUN_AGAIN_CHANCE)) {
      this.#later(RUN_AGAIN_MS, () => this.#land(wire, true));
    }
  }

  #later({ low, high }: { low: number; high: number }, run: () => void): void {
    const { scheduler, random } = this.options;
    scheduler.schedule(random.between(low, high), run);
  }
}

function signatureOf(wire: WireTransaction): string {
  return wire.signatures[0] ?? "";
}

function describe({ signature, slot, hasRun, err, transfers }: LandedPayment): string {
  const moved = transfers.map(({ from, to, lamports }) => `${lamports} from ${from} to ${to}`);
  const outcome = err ? `fails with ${JSON.stringify(err)}` : moved.join(", ") || "moves nothing";
  return `slot ${slot} holds ${signature}: ${hasRun ? outcome : "not run"}`;
}
