import { expect } from "vitest";
import { inBatches } from "../in-batches";
import { LONG_RUN } from "../test-scale";
import type { FailpointApp } from "./app";
import { type FailpointControl, type FailpointDecision, type FailpointHit, POLL } from "./control";

/** Controls when the watchers of single orders poll. */
export interface PollControl {
  /** No poll of this order starts from now on; resolves when a running one has ended. */
  pausePolls(orderId: string): Promise<void>;
  /**
   * Allows one poll at a time until `isDone`. A poll can end early: an alarm may have another purpose,
   * and a node's answer may come too late on a busy machine.
   */
  runPollsUntil(orderId: string, isDone: () => Promise<boolean>): Promise<void>;
}

interface KillScenario<T> {
  /** Brings a new order to the state in which `run` starts. */
  prepare(polls: PollControl): Promise<T>;
  /** The work during which workerd is killed. */
  run(one: T, polls: PollControl): Promise<unknown>;
}

const WRITE_FAILPOINT =
  /\b(d1\.(batch|run)|storage\.(put|setAlarm|deleteAlarm)|watcher\.\w+|chain\.(send|broadcast)|orderRecords\.put|files\.(?!head|get|sha256)\w+):/;

/**
 * Reads of the chain by a poll, of which there are more or fewer with the time since the payment was
 * reported, and with what other orders have read: a poll may end well without one of them.
 */
const VARYING_READ = /^watcher \w+ chain\.(?!send|broadcast)/;

/**
 * What an app has to ask for the scenarios below: writes, and the polls that they pause. A long run
 * takes every failpoint.
 */
export const KILL_FAILPOINTS = LONG_RUN
  ? null
  : new RegExp(`${WRITE_FAILPOINT.source}|^(${POLL.begins}|${POLL.ends})$`);

/**
 * The failpoints of which each leaves another state behind: those of writes and sends, but not the one
 * before a write that comes right after another write. A kill there leaves what one after the earlier
 * write leaves.
 */
function distinctStates(passed: readonly string[]): string[] {
  const writes = passed.filter((point) => WRITE_FAILPOINT.test(point));
  return writes.filter(
    (point, index) => !(point.includes(":before ") && writes[index - 1]?.includes(":after ")),
  );
}

/**
 * Runs the scenario once to record which failpoints it passes, then once for each state that a kill can
 * leave behind, with a new order that blocks there. A long run takes every failpoint. When all are
 * blocked, kills workerd and restarts it on the same data.
 * Returns the orders: one for each failpoint, and the first, which ran through.
 */
export async function killAtEachFailpoint<T extends { orderId: string }>(
  app: FailpointApp,
  { prepare, run }: KillScenario<T>,
): Promise<{ points: string[]; orders: T[] }> {
  const polls = new FailpointScheduler(app.control);
  app.control.decide = (hit) => polls.decide(hit);
  const uninterrupted = await prepare(polls);
  const passed = await polls.record(uninterrupted.orderId, () => run(uninterrupted, polls));
  const points = LONG_RUN ? passed : distinctStates(passed);
  const orders = await inBatches(points, async () => prepare(polls));
  const missed = await Promise.all(
    orders.map(async (one, index) => {
      const point = points[index] ?? "";
      const stopped = polls.stopAt(one.orderId, point);
      const outcome = (ended: unknown) =>
        ended === undefined && VARYING_READ.test(point)
          ? []
          : [`${point}: ${ended instanceof Response ? `answered ${ended.status}` : ended}`];
      const finished = run(one, polls).then(outcome, outcome);
      return Promise.race([stopped.then(() => []), finished]);
    }),
  );
  await app.kill();
  app.control.decide = () => "continue";
  await app.restart();
  expect(missed.flat()).toEqual([]);
  return { points, orders: [uninterrupted, ...orders] };
}

/** An order whose polls start one at a time, when permitted. */
interface PausedPolls {
  permits: number;
  /** Starts the poll that is waiting. */
  start?: () => void;
  /** True during a permitted poll; one that began before the pause does not count. */
  isRunning: boolean;
  finish?: () => void;
}

class FailpointScheduler implements PollControl {
  readonly #paused = new Map<string, PausedPolls>();
  readonly #passed = new Map<string, string[]>();
  readonly #stops = new Map<string, { point: string; reached: () => void }>();

  constructor(private readonly control: Pick<FailpointControl, "pollsEnded">) {}

  pausePolls(orderId: string): Promise<void> {
    this.#paused.set(orderId, { permits: 0, isRunning: false });
    return this.control.pollsEnded(orderId);
  }

  async runPollsUntil(orderId: string, isDone: () => Promise<boolean>): Promise<void> {
    do {
      await this.#runPoll(orderId);
    } while (!(await isDone()));
  }

  #runPoll(orderId: string): Promise<void> {
    const held = this.#paused.get(orderId);
    if (!held) throw new Error("polls of this order are not paused");
    held.permits++;
    held.start?.();
    return new Promise((over) => {
      held.finish = over;
    });
  }

  /** The failpoints that `work` passes for an order, numbered by occurrence: `... d1.run:after 2`. */
  async record(orderId: string, work: () => Promise<unknown>): Promise<string[]> {
    const passed: string[] = [];
    this.#passed.set(orderId, passed);
    await work();
    this.#passed.delete(orderId);
    return passed;
  }

  /** Blocks the order at that failpoint; resolves when it has got there. */
  stopAt(orderId: string, point: string): Promise<void> {
    this.#passed.set(orderId, []);
    return new Promise((reached) => this.#stops.set(orderId, { point, reached }));
  }

  decide({ label, point }: FailpointHit): FailpointDecision {
    const held = this.#paused.get(label);
    if (point === POLL.begins) return held ? this.#waitForPermit(held) : "continue";
    // A poll that began before the pause is not part of the scenario.
    if (held && !held.isRunning && point.startsWith(POLL.stream)) return "continue";
    const passed = this.#passed.get(label);
    const turn = passed?.filter((one) => one.startsWith(`${point} `)).length ?? 0;
    const named = `${point} ${turn + 1}`;
    passed?.push(named);
    const stop = this.#stops.get(label);
    if (stop?.point === named) {
      stop.reached();
      return new Promise(() => undefined);
    }
    if (point === POLL.ends && held?.isRunning) {
      held.isRunning = false;
      held.finish?.();
    }
    return "continue";
  }

  async #waitForPermit(held: PausedPolls): Promise<"continue"> {
    if (held.permits === 0) {
      await new Promise<void>((start) => {
        held.start = start;
      });
    }
    held.permits--;
    held.isRunning = true;
    return "continue";
  }
}
