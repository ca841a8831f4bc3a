import { expect } from "vitest";
import type { BreakableApp } from "./app";
import type { Passing, Verdict } from "./control";

/** Where a round of watching begins and ends. */
const ROUND = {
  begins: "watcher alarm:before",
  ends: "watcher alarm:after",
  stream: "watcher alarm",
};

/** Says when the watchers of single orders may look. */
export interface Stage {
  /** From now on no round starts for this order. */
  holdRounds(orderId: string): void;
  /** Lets one round start; resolves when it is over. */
  oneRound(orderId: string): Promise<void>;
}

interface Scene<T> {
  /** Brings an order to where the scene begins. */
  prepare(stage: Stage): Promise<T>;
  /** What is to be killed on its way. */
  act(one: T, stage: Stage): Promise<unknown>;
  /** Only at what writes: between two reads the record is what it was before them. */
  writesOnly?: boolean;
}

const WRITES = /\b(d1\.(batch|run)|storage\.(put|setAlarm|deleteAlarm)|watcher\.\w+):/;

/**
 * Plays a scene once to learn which failpoints it passes; then once more for each of them, with an
 * order of its own, which stops there. When all stand still the machine is killed, and started
 * again on the same data. The orders come back, one for each failpoint, and one that went through.
 */
export async function killAtEveryPoint<T extends { orderId: string }>(
  app: BreakableApp,
  { prepare, act, writesOnly = false }: Scene<T>,
): Promise<{ points: string[]; orders: T[] }> {
  const stage = new Director();
  app.control.decide = (passing) => stage.decide(passing);
  const rehearsal = await prepare(stage);
  const passed = await stage.record(rehearsal.orderId, () => act(rehearsal, stage));
  const points = writesOnly ? passed.filter((point) => WRITES.test(point)) : passed;
  const orders = await inTurns(points, async () => prepare(stage));
  const missed = await Promise.all(
    orders.map(async (one, index) => {
      const point = points[index] ?? "";
      const stopped = stage.stopAt(one.orderId, point);
      const acted = act(one, stage).catch(() => undefined);
      return Promise.race([stopped.then(() => []), acted.then(() => [point])]);
    }),
  );
  await app.kill();
  app.control.decide = () => "go";
  await app.restart();
  expect(missed.flat()).toEqual([]);
  return { points, orders: [rehearsal, ...orders] };
}

/** An order whose rounds wait until they are let go, one by one. */
interface Held {
  permits: number;
  /** Lets the round go that waits. */
  start?: () => void;
  /** True while a round goes on that was let go; one that began before is nobody's business. */
  going: boolean;
  over?: () => void;
}

class Director implements Stage {
  readonly #held = new Map<string, Held>();
  readonly #passed = new Map<string, string[]>();
  readonly #stops = new Map<string, { point: string; reached: () => void }>();

  holdRounds(orderId: string): void {
    this.#held.set(orderId, { permits: 0, going: false });
  }

  oneRound(orderId: string): Promise<void> {
    const held = this.#held.get(orderId);
    if (!held) throw new Error("rounds of this order are not held");
    held.permits++;
    held.start?.();
    return new Promise((over) => {
      held.over = over;
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

  decide({ label, point }: Passing): Verdict {
    const held = this.#held.get(label);
    if (point === ROUND.begins) return held ? this.#turn(held) : "go";
    // A round that began before rounds were held is no part of the scene.
    if (held && !held.going && point.startsWith(ROUND.stream)) return "go";
    const passed = this.#passed.get(label);
    const turn = passed?.filter((one) => one.startsWith(`${point} `)).length ?? 0;
    const named = `${point} ${turn + 1}`;
    passed?.push(named);
    const stop = this.#stops.get(label);
    if (stop?.point === named) {
      stop.reached();
      return new Promise(() => undefined);
    }
    if (point === ROUND.ends && held?.going) {
      held.going = false;
      held.over?.();
    }
    return "go";
  }

  async #turn(held: Held): Promise<"go"> {
    if (held.permits === 0) {
      await new Promise<void>((start) => {
        held.start = start;
      });
    }
    held.permits--;
    held.going = true;
    return "go";
  }
}

/** Some at a time: a machine that is asked for everything at once answers late. */
const AT_ONCE = 16;

async function inTurns<A, B>(values: A[], work: (value: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (let start = 0; start < values.length; start += AT_ONCE) {
    results.push(...(await Promise.all(values.slice(start, start + AT_ONCE).map(work))));
  }
  return results;
}
