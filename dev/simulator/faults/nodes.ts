import type { Random } from "../random";
import type { FaultAct } from "../steps";
import type { NodeFault } from "../world";
import { last } from "./duration";

/** Share of faults that hits every node at once. */
const ALL_NODES_SHARE = 0.15;
/** Slots by which a node is behind: from less than a confirmation to more than finality. */
const LAG_SLOTS = { low: 2, high: 80 };
/** Of one node or, where several can have it, sometimes of all. */
function nodeFault(draw: (random: Random) => NodeFault, isOfOne = false): FaultAct {
  return {
    weight: 3,
    run(context) {
      const { world, random } = context;
      const { urls, faults } = world.chain;
      const fault = draw(random);
      const all = urls.map((_, index) => index);
      const hit = !isOfOne && random.chance(ALL_NODES_SHARE) ? all : [random.pick(all)];
      last(context, hit.length > 1 ? "all nodes fail" : "a node fails", {
        controls: hit.map((index) => `node ${index}`),
        begin: (at) => faults.setNode(hit[at] ?? 0, fault),
        end: (at) => faults.setNode(hit[at] ?? 0, null),
      });
    },
  };
}

const share = (random: Random) => random.pick([0.1, 0.5, 1]);

export const nodeFaults = {
  "node times out": nodeFault((random) => ({ kind: "timeout", share: share(random) })),
  "node resets": nodeFault((random) => ({ kind: "reset", share: share(random) })),
  "node answers 429": nodeFault((random) => ({ kind: "429", share: share(random) })),
  "node answers HTML": nodeFault((random) => ({ kind: "html", share: share(random) })),
  "node answers half a JSON": nodeFault((random) => ({ kind: "half-json", share: share(random) })),
  "node loses answers": nodeFault((random) => ({ kind: "lost-answer", share: share(random) })),
  "node lags": nodeFault(
    (random) => ({ kind: "lag", slots: random.between(LAG_SLOTS.low, LAG_SLOTS.high) }),
    true,
  ),
  "node lies about statuses": nodeFault(
    (random) => ({ kind: "lying-status", share: share(random) }),
    true,
  ),
  "node lies about meta": nodeFault(
    (random) => ({ kind: "lying-meta", share: share(random) }),
    true,
  ),
  "node of another chain": nodeFault(() => ({ kind: "other-genesis" }), true),
  "node swallows transactions": nodeFault(() => ({ kind: "swallow" })),
} satisfies Record<string, FaultAct>;
