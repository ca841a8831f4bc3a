import type { Random } from "../random";
import type { FaultAct } from "../steps";
import type { ChainFaults } from "../world";
import { last } from "./duration";
import { waitUntil } from "./wait-until";

/** Below `FINALITY_SLOTS`: a fork drops no final block. */
const MAX_FORK_SLOTS = 31;
/** A fork soon after a block: what that holds is dropped. */
const MAX_SHORT_FORK_SLOTS = 4;
/** How long it waits for such a block, in ms. */
const MAX_WAIT_MS = 10_000;
const SLOT_MS = { low: 100, high: 400 };
/** Lamports per byte of an account: a tenth of mainnet's rate, half of it, the same, half as much again. */
const RENTS = [508, 2_540, 5_080, 7_620] as const;

type Landing = Parameters<ChainFaults["setLanding"]>[0];
const LANDS_AT_ONCE: Landing = { late: 0, never: 0, notRun: 0 };

function landingFault(name: keyof Landing, what: string): FaultAct {
  return {
    weight: 3,
    run(context) {
      const { faults } = context.world.chain;
      const share = context.random.pick([0.2, 0.5, 1]);
      last(context, `${share} of the transactions ${what}`, {
        controls: ["landing"],
        begin: () => faults.setLanding({ ...LANDS_AT_ONCE, [name]: share }),
        end: () => faults.setLanding(LANDS_AT_ONCE),
      });
    },
  };
}

function fork(weight: number, maxSlots: number): FaultAct {
  return {
    weight,
    run({ world, random }) {
      const depth = random.between(1, maxSlots);
      world.trace.add("world", `the chain moves to a fork, ${depth} slots deep`);
      world.chain.faults.fork(depth);
    },
  };
}

/** Sets a rate of the chain, which stays until it is set again. */
function chainChange(change: (faults: ChainFaults, random: Random) => void): FaultAct {
  return { weight: 2, run: ({ world, random }) => change(world.chain.faults, random) };
}

export const chainFaults = {
  "chain forks": fork(5, MAX_FORK_SLOTS),
  "chain forks after a payment": {
    ...fork(4, MAX_SHORT_FORK_SLOTS),
    awaits({ world }) {
      const { chain } = world;
      const seen = chain.landed().length;
      return waitUntil(world, MAX_WAIT_MS, () => chain.landed().length > seen);
    },
  },
  "chain halts": {
    weight: 2,
    run(context) {
      const { faults } = context.world.chain;
      last(context, "the chain halts", {
        controls: ["halt"],
        begin: () => faults.halt(),
        end: () => faults.resume(),
      });
    },
  },
  "slots change": chainChange((faults, random) => {
    faults.setSlotMs(random.between(SLOT_MS.low, SLOT_MS.high));
  }),
  "rent changes": chainChange((faults, random) => faults.setRent(random.pick(RENTS))),
  "confirmed is final": {
    weight: 2,
    run(context) {
      const { faults } = context.world.chain;
      last(context, "confirmed blocks are final at once", {
        controls: ["finality"],
        begin: () => faults.setFinality(0),
        end: () => faults.setFinality(null),
      });
    },
  },
  "transactions land late": landingFault("late", "land late"),
  "transactions never land": landingFault("never", "never land"),
  "transactions stand in a block without running": landingFault("notRun", "do not run at first"),
} satisfies Record<string, FaultAct>;
