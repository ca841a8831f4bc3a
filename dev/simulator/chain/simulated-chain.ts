import {
  createEmbeddedChain,
  type EmbeddedChain,
  MAINNET_LAMPORTS_PER_BYTE,
  WireError,
  type WireTransaction,
} from "../../chain";
import type { Random } from "../random";
import type { Scheduler } from "../scheduler";
import type { ChainFaults, NodeFault, SimulatedChain, Trace } from "../world";
import { Landing } from "./landing";
import { lieAboutMeta, lieAboutStatus } from "./lies";
import { createNodeFetch } from "./nodes";
import { SlotClock } from "./slot-clock";

export interface SimulatedChainOptions {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly nodeCount: number;
  readonly trace: Trace;
}

/** One ledger behind several simulated nodes, in virtual time. */
export function createSimulatedChain(options: SimulatedChainOptions): SimulatedChain {
  const { scheduler, nodeCount, trace } = options;
  const random = options.random.fork("chain");
  const clock = new SlotClock(() => scheduler.now);
  const open = (seed: string, forward: (wire: WireTransaction) => void) =>
    createEmbeddedChain({
      seed,
      slots: clock,
      now: () => scheduler.now,
      slotMs: () => clock.slotMs,
      forward,
    });
  const seed = Buffer.from(random.bytes(32)).toString("hex");
  const ledger = open(seed, (wire) => landing.send(wire));
  /** The chain of nodes that belong to another one; made when there is such a node. */
  let otherLedger: EmbeddedChain | undefined;
  const landing = new Landing({ ledger, clock, scheduler, trace, random: random.fork("landing") });
  const nodeFaults: (NodeFault | null)[] = Array.from({ length: nodeCount }, () => null);
  const urls = nodeFaults.map((_, index) => `https://node-${index + 1}.test`);

  const answer = (index: number, body: string) => {
    const fault = nodeFaults[index];
    if (fault?.kind === "other-genesis") {
      otherLedger ??= open(`${seed}/other`, () => undefined);
      return otherLedger.answer(body);
    }
    const truth = ledger.answer(body, {
      lag: fault?.kind === "lag" ? fault.slots : 0,
      swallow: fault?.kind === "swallow",
    });
    if (fault?.kind !== "lying-status" && fault?.kind !== "lying-meta") return truth;
    if (!random.chance(fault.share)) return truth;
    const lie = fault.kind === "lying-status" ? lieAboutStatus : lieAboutMeta;
    return lie(body, truth, {
      random,
      slot: clock.tip,
      unixTime: Math.floor(scheduler.now / 1000),
      sentBytes: (signature) => landing.bytesOf(signature),
    });
  };
  const nodes = {
    random: random.fork("nodes"),
    scheduler,
    urls,
    answer,
    faultOf: (index: number) => nodeFaults[index] ?? null,
  };

  return {
    urls,
    genesisHash: ledger.genesisHash,
    fetchFor: (life) => createNodeFetch(nodes, life),
    landed: () => landing.landed,
    get version() {
      return landing.version;
    },
    isFinal(signature) {
      const payment = landing.find(signature);
      return payment !== undefined && payment.slot <= clock.at("finalized");
    },
    balance: (address) => ledger.balance(address),
    fund: (address, lamports) => ledger.deposit(address, lamports),
    submit: (bytes, delayMs = 0) => submit(bytes, delayMs),
    latestBlockhash: () => ledger.blockhashAt(clock.at("confirmed")),
    rentMinimum: () => ledger.minimumBalance(0),
    get slot() {
      return clock.tip;
    },
    get finalizedSlot() {
      return clock.at("finalized");
    },
    faults: faultsOf({ ledger, clock, landing, nodeFaults, trace }),
    close() {
      ledger.close();
      otherLedger?.close();
    },
  };

  function submit(bytes: Uint8Array, delayMs: number): void {
    let wire: WireTransaction;
    try {
      wire = ledger.parse(bytes);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      trace.add("chain", "refuses malformed bytes");
      return;
    }
    if (delayMs > 0) scheduler.schedule(delayMs, () => landing.sendAtOnce(wire));
    else landing.sendAtOnce(wire);
  }
}

interface Faulty {
  ledger: EmbeddedChain;
  clock: SlotClock;
  landing: Landing;
  nodeFaults: (NodeFault | null)[];
  trace: Trace;
}

function faultsOf({ ledger, clock, landing, nodeFaults, trace }: Faulty): ChainFaults {
  const setNode = (index: number, fault: NodeFault | null) => {
    // Two nodes that agree are believed, so that at most one may lie.
    if (fault && isLie(fault)) {
      for (const [other, known] of nodeFaults.entries()) {
        if (other !== index && known && isLie(known)) nodeFaults[other] = null;
      }
    }
    nodeFaults[index] = fault;
    trace.add(`node ${index + 1}`, fault ? describe(fault) : "answers truly");
  };
  const resume = () => {
    clock.resume();
    landing.resume();
  };
  return {
    setNode,
    fork(depth) {
      landing.fork(Math.max(clock.at("finalized"), clock.tip - depth));
    },
    halt() {
      clock.halt();
      trace.add("chain", `halts at slot ${clock.tip}`);
    },
    resume,
    setSlotMs(ms) {
      clock.setSlotMs(ms);
      trace.add("chain", `has slots of ${ms} ms`);
    },
    setRent(lamportsPerByte) {
      ledger.setRent(lamportsPerByte);
      trace.add("chain", `asks ${ledger.minimumBalance(0)} lamports of an empty account`);
    },
    setFinality(slots) {
      clock.setFinality(slots);
      trace.add("chain", `makes confirmed blocks final after ${slots} slots`);
    },
    setLanding: (rates) => landing.setRates(rates),
    quiet() {
      nodeFaults.fill(null);
      clock.quiet();
      ledger.setRent(MAINNET_LAMPORTS_PER_BYTE);
      landing.setRates({ late: 0, never: 0, notRun: 0 });
      landing.resume();
      trace.add("chain", "works without faults");
    },
  };
}

function isLie({ kind }: NodeFault): boolean {
  return kind === "lying-status" || kind === "lying-meta";
}

function describe(fault: NodeFault): string {
  if ("share" in fault)
    return `fails by ${fault.kind} in ${Math.round(fault.share * 100)} % of calls`;
  return fault.kind === "lag" ? `is ${fault.slots} slots behind` : `fails by ${fault.kind}`;
}
