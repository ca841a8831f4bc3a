import type { FaultAct, StepContext } from "../steps";
import type { FaultControls } from "../world";
import { last } from "./duration";

/** So that isolates and objects end in the midst of what the steps before have started. */
const MAX_DELAY_MS = 3_000;
const MAX_EVICTIONS = 3;
/** Clocks of machines that lost their time server, and the hour that the promises name. */
const SKEWS_MS = [-3_600_000, -90_000, -5_000, 5_000, 90_000, 3_600_000] as const;

type AlarmRates = Parameters<FaultControls["setAlarmFaults"]>[0];
type CronRates = Parameters<FaultControls["setCronFaults"]>[0];
const ALARMS_COME: AlarmRates = { lost: 0, twice: 0, late: 0 };
const CRON_COMES: CronRates = { lost: 0, twice: 0 };

function alarmFault(name: keyof AlarmRates, what: string): FaultAct {
  return {
    weight: 3,
    run(context) {
      const { faults } = context.world;
      const share = context.random.pick([0.3, 1]);
      last(context, `${share} of the alarms ${what}`, {
        controls: ["alarms"],
        begin: () => faults.setAlarmFaults({ ...ALARMS_COME, [name]: share }),
        end: () => faults.setAlarmFaults(ALARMS_COME),
      });
    },
  };
}

function cronFault(name: keyof CronRates, what: string): FaultAct {
  return {
    weight: 2,
    run(context) {
      const { faults } = context.world;
      const share = context.random.pick([0.5, 1]);
      last(context, `${share} of the cron's runs ${what}`, {
        controls: ["cron"],
        begin: () => faults.setCronFaults({ ...CRON_COMES, [name]: share }),
        end: () => faults.setCronFaults(CRON_COMES),
      });
    },
  };
}

/** Evicts objects of some orders, each at a moment of its own. */
function evictObjects({ world, random }: StepContext): boolean {
  const orders = world.database.read<{ id: string }>(
    "SELECT id FROM orders ORDER BY created_at, id",
  );
  if (orders.length === 0) return false;
  for (let left = random.between(1, MAX_EVICTIONS); left > 0; left--) {
    const { id } = random.pick(orders);
    world.scheduler.schedule(random.below(MAX_DELAY_MS), () => {
      world.trace.add("world", `the object of ${id} is evicted`);
      world.faults.evict(id);
    });
  }
  return true;
}

export const machineFaults = {
  "alarms are lost": alarmFault("lost", "are lost"),
  "alarms come twice": alarmFault("twice", "come twice"),
  "alarms come late": alarmFault("late", "come late"),
  "cron is lost": cronFault("lost", "are lost"),
  "cron comes twice": cronFault("twice", "come twice"),
  "object is evicted": { weight: 6, run: evictObjects },
  "isolate restarts": {
    weight: 6,
    run({ world, random }) {
      const index = random.below(world.faults.isolateCount);
      world.scheduler.schedule(random.below(MAX_DELAY_MS), () => {
        world.trace.add("world", `isolate ${index} restarts`);
        world.faults.restartIsolate(index);
      });
    },
  },
  "everything restarts": {
    weight: 2,
    run({ world, random }) {
      world.scheduler.schedule(random.below(MAX_DELAY_MS), () => {
        world.trace.add("world", "a deployment: all isolates and objects start anew");
        world.faults.restartAll();
      });
    },
  },
  "clock is wrong": {
    weight: 3,
    run(context) {
      const { world, random } = context;
      const index = random.below(world.faults.isolateCount);
      const ms = random.pick(SKEWS_MS);
      last(context, `the clock of isolate ${index} is wrong by ${ms} ms`, {
        controls: [`clock ${index}`],
        begin: () => world.faults.setClockSkew(index, ms),
        end: () => world.faults.setClockSkew(index, 0),
      });
    },
  },
} satisfies Record<string, FaultAct>;
