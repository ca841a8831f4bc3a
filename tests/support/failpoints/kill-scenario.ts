import { expect } from "vitest";
import type { FailpointApp } from "./app";
import type { FailpointDecision, FailpointHit } from "./control";

/** Where a round of watching begins and ends. */
const POLL = {
  begins: "watcher alarm:before",
  ends: "watcher alarm:after",
  stream: "watcher alarm",
};

/** Says when the watchers of single orders may look. */
export interface PollControl {
  /** From now on no round starts for this order. */
  pausePolls(orderId: string): void;
  /** Lets one round start; resolves when it is over. */
  runPoll(orderId: string): Promise<void>;
}

interface KillScenario<T> {
  /** Brings an order to where the scene begins. */
  prepare(polls: PollControl): Promise<T>;
  /** What is to be killed on its way. */
  run(one: T, polls: PollControl): Promise<unknown>;
  /** Only at what writes: between two reads the record is what it was before them. */
  writesOnly?: boolean;
}

const WRITE_FAILPOINT = /\b(d1\.(batch|run)|storage\.(put|setAlarm|deleteAlarm)|watcher\.\w+):/;

/**
 * Plays a scene once to learn which failpoints it passes; then once more for each of them, with an
 * order of its own, which stops there. When all stand still the machine is killed, and started
 * again on the same data. The orders come back, one for each failpoint, and one that went through.
 */
export async function killAtEachFailpoint<T extends { orderId: string }>(
  app: FailpointApp,
  { prepare, run, writesOnly = false }: KillScenario<T>,
): Promise<{ points: string[]; orders: T[] }> {
  const polls = new FailpointScheduler();
  app.control.decide = (passing) => polls.decide(passing);
  const uninterrupted = await prepare(polls);
  const passed = await polls.record(uninterrupted.orderId, () => run(uninterrupted, polls));
  const points = writesOnly ? passed.filter((point) => WRITE_FAILPOINT.test(point)) : passed;
  const orders = await inBatches(points, async () => prepare(polls));
  const missed = await Promise.all(
    orders.map(async (one, index) => {
      const point = points[index] ?? "";
      const stopped = polls.stopAt(one.orderId, point);
      const acted = run(one, polls).catch(() => undefined);
      return Promise.race([stopped.then(() => []), acted.then(() => [point])]);
    }),
  );
  await app.kill();
  app.control.decide = () => "continue";
  await app.restart();
  expect(missed.flat()).toEqual([]);
  return { points, orders: [uninterrupted, ...orders] };
}

/** An order whose rounds wait until they are let go, one by one. */
interface PausedPolls {
  permits: number;
  /** Lets the round go that waits. */
  start?: () => void;
  /** True while a round goes on that was let go; one that began before is nobody's business. */
  isRunning: boolean;
  finish?: () => void;
}

class FailpointScheduler implements PollControl {
  readonly #paused = new Map<string, PausedPolls>();
  readonly #passed = new Map<string, string[]>();
  readonly #stops = new Map<string, { point: string; reached: () => void }>();

  pausePolls(orderId: string): void {
    this.#paused.set(orderId, { permits: 0, isRunning: false });
  }

  runPoll(orderId: string): Promise<void> {
    const held = this.#paused.get(orderId);
    if (!held) throw new Error("rounds of this order are not held");
    held.permits++;
    held.start?.();
    return new Promise((over) => {
      held.finish = over;
    });
  }

  /** The failpoints that some work passes for an order, each with its turn. */
  async record(orderId: string, work: () => Promise<unknown>): Promise<string[]> {
    const passed: string[] = [];
    this.#passed.set(orderId, passed);
    await work();
    this.#passed.delete(orderId);
    return passed;
  }

  /** Resolves when the order has come to that failpoint, which it does not leave. */
  stopAt(orderId: string, point: string): Promise<void> {
    this.#passed.set(orderId, []);
    return new Promise((reached) => this.#stops.set(orderId, { point, reached }));
  }

  decide({ label, point }: FailpointHit): FailpointDecision {
    const held = this.#paused.get(label);
    if (point === POLL.begins) return held ? this.#waitForPermit(held) : "continue";
    // A round that began before rounds were held is no part of the scene.
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

/** Some at a time: a machine that is asked for everything at once answers late. */
const BATCH_SIZE = 16;

async function inBatches<A, B>(values: A[], work: (value: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (let start = 0; start < values.length; start += BATCH_SIZE) {
    results.push(...(await Promise.all(values.slice(start, start + BATCH_SIZE).map(work))));
  }
  return results;
}
