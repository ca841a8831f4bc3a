import type { FaultAct } from "../steps";
import type { Store } from "../world";
import { last } from "./duration";

interface Rates {
  refused: number;
  lost: number;
  slow: number;
}

const NONE: Rates = { refused: 0, lost: 0, slow: 0 };

function storeFault(store: Store, name: keyof Rates, what: string): FaultAct {
  return {
    weight: 3,
    run(context) {
      const { faults } = context.world;
      const share = context.random.pick([0.05, 0.2, 0.5, 1]);
      last(context, `${share} of the calls to ${store} ${what}`, {
        controls: [store],
        begin: () => faults.setStoreFaults(store, { ...NONE, [name]: share }),
        end: () => faults.setStoreFaults(store, NONE),
      });
    },
  };
}

export const storeFaults = {
  "D1 refuses": storeFault("d1", "refused", "are refused"),
  "D1 loses answers": storeFault("d1", "lost", "are done and lose their answer"),
  "D1 is slow": storeFault("d1", "slow", "are slow"),
  "R2 refuses": storeFault("r2", "refused", "are refused"),
  "R2 loses answers": storeFault("r2", "lost", "are done and lose their answer"),
  "R2 is slow": storeFault("r2", "slow", "are slow"),
} satisfies Record<string, FaultAct>;
