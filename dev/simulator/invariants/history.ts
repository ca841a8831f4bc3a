import type { LandedPayment, SimulatedChain } from "../world";

/** What the true chain holds, and what it held before a fork dropped it. */
export interface ChainHistory {
  readonly landed: ReadonlyMap<string, LandedPayment>;
  readonly dropped: ReadonlyMap<string, LandedPayment>;
}

interface Kept {
  version: number;
  landed: Map<string, LandedPayment>;
  dropped: Map<string, LandedPayment>;
}

const histories = new WeakMap<object, Kept>();

/** To be asked after every change of the chain: what comes and goes between two calls is not seen. */
export function historyOf(chain: Pick<SimulatedChain, "landed" | "version">): ChainHistory {
  const before = histories.get(chain);
  if (before?.version === chain.version) return before;
  const landed = new Map(
    chain
      .landed()
      .filter(({ hasRun }) => hasRun)
      .map((one) => [one.signature, one]),
  );
  const dropped = new Map(
    [...(before?.landed ?? []), ...(before?.dropped ?? [])].filter(
      ([signature]) => !landed.has(signature),
    ),
  );
  const kept = { version: chain.version, landed, dropped };
  histories.set(chain, kept);
  return kept;
}
