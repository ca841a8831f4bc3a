import type { Random } from "./random";
import type { Life, Scheduler } from "./scheduler";
import type { Channel, Store, Trace } from "./world";

export interface StoreFaults {
  refused: number;
  lost: number;
  slow: number;
}

export interface FaultyChannel extends Channel {
  setFaults(store: Store, rates: StoreFaults): void;
  quiet(): void;
}

const NO_FAULTS: StoreFaults = { refused: 0, lost: 0, slow: 0 };
/** One way, to a store or back (ms). */
const LATENCY_MS = { low: 1, high: 6 };
const SLOW_MS = { low: 500, high: 8_000 };

/** What the platform says of a failure that passes. */
const ERRORS: Record<Store, { refused: string; lost: string }> = {
  d1: {
    refused: "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    lost: "D1_ERROR: Network connection lost.",
  },
  r2: {
    refused: "We encountered an internal error. Please try again. (10001)",
    lost: "Network connection lost.",
  },
  cache: { refused: "internal error", lost: "Network connection lost." },
};

/** Calls go one way, are done at one moment, and their answers come back later. */
export function createChannel(random: Random, scheduler: Scheduler, trace: Trace): FaultyChannel {
  const faults = new Map<Store, StoreFaults>();

  /** The fault of one call, or null. */
  function drawFault(store: Store): keyof StoreFaults | null {
    const rates = faults.get(store) ?? NO_FAULTS;
    const draw = random.next();
    if (draw < rates.refused) return "refused";
    if (draw < rates.refused + rates.lost) return "lost";
    return draw < rates.refused + rates.lost + rates.slow ? "slow" : null;
  }

  return {
    setFaults: (store, rates) => void faults.set(store, rates),
    quiet: () => faults.clear(),

    call<T>(life: Life, store: Store, label: string, work: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        // A call of what has ended in memory goes nowhere.
        if (life.isOver) return;
        const fault = drawFault(store);
        const isDoneWithoutCaller = random.chance(0.5);
        const latency = fault === "slow" ? SLOW_MS : LATENCY_MS;
        scheduler.schedule(random.between(latency.low, latency.high), () => {
          if (life.isOver && !isDoneWithoutCaller) return;
          if (fault) trace.add(store, `${fault}: ${label}`);
          const answer = fault === "refused" ? refusal(store) : attempt(work);
          const deliver = () => {
            if (fault === "lost") reject(new Error(ERRORS[store].lost));
            else if ("error" in answer) reject(answer.error);
            else resolve(answer.value);
          };
          scheduler.schedule(random.between(0, LATENCY_MS.high), deliver, life);
        });
      });
    },
  };
}

function refusal(store: Store): { error: unknown } {
  return { error: new Error(ERRORS[store].refused) };
}

function attempt<T>(work: () => T): { value: T } | { error: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
