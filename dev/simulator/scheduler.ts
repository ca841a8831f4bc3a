import type { Random } from "./random";

/** Something that can end before what it has started: an isolate or a Durable Object in memory. */
export interface Life {
  readonly name: string;
  isOver: boolean;
}

interface Entry {
  /** Virtual time, epoch ms. */
  due: number;
  /** Drawn: what is due at the same time continues in any order. */
  tieBreak: number;
  sequence: number;
  run(): void;
}

/**
 * Virtual time. What waits for a store, a node, a timer or WebCrypto continues when the scheduler says so,
 * one at a time; the next one continues when nothing can run any more without it. Real time, threads and
 * the number of processors change nothing.
 */
export class Scheduler {
  #now: number;
  #sequence = 0;
  readonly #queue: Entry[] = [];
  /** Answers of WebCrypto that were computed in this turn. */
  #answers: { registered: number; deliver(): void }[] = [];

  /** Runs whenever everything that could continue has; what it throws ends `runUntil`. */
  afterTurn: () => void = () => undefined;

  constructor(
    private readonly random: Random,
    startMs: number,
  ) {
    this.#now = startMs;
  }

  /** Epoch ms. */
  get now(): number {
    return this.#now;
  }

  /** Number of entries that wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Runs `run` after `delayMs`, unless `life` is over by then. Timers and clocks have whole milliseconds. */
  schedule(delayMs: number, run: () => void, life?: Life): void {
    const guarded = life
      ? () => {
          if (!life.isOver) run();
        }
      : run;
    this.#push({
      due: this.#now + Math.max(Math.trunc(delayMs), 0),
      tieBreak: this.random.next(),
      sequence: this.#sequence++,
      run: guarded,
    });
  }

  /** Never settles where `life` is over by then. */
  sleep(ms: number, life?: Life): Promise<void> {
    return new Promise((done) => this.schedule(ms, done, life));
  }

  /**
   * The same answer, continued by the scheduler: for what other threads do on the platform. What settles in
   * one turn continues in a drawn order. It must settle without anything from outside of JavaScript.
   */
  track<T>(answer: Promise<T>): Promise<T> {
    const registered = this.#sequence++;
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => this.#answers.push({ registered, deliver: () => resolve(value) }),
        (error) => this.#answers.push({ registered, deliver: () => reject(error) }),
      );
    });
  }

  /** Runs what is due until `endMs` (epoch ms), or until `isDone`, and everything that follows from it. */
  async runUntil(endMs: number, isDone: () => boolean = () => false): Promise<void> {
    await this.#settle();
    for (;;) {
      const [next] = this.#queue;
      if (isDone()) return;
      if (!next || next.due > endMs) break;
      this.#pop();
      this.#now = Math.max(this.#now, next.due);
      next.run();
      await this.#settle();
      this.afterTurn();
    }
    this.#now = Math.max(this.#now, endMs);
  }

  /** Waits until nothing continues without the scheduler, and queues what WebCrypto has answered. */
  async #settle(): Promise<void> {
    await nextTurn();
    if (this.#answers.length === 0) return;
    const answers = this.#answers.sort((one, other) => one.registered - other.registered);
    this.#answers = [];
    for (const { deliver } of answers) this.schedule(0, deliver);
  }

  #push(entry: Entry): void {
    const queue = this.#queue;
    let at = queue.length;
    queue.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(queue[parent] as Entry, entry)) break;
      queue[at] = queue[parent] as Entry;
      at = parent;
    }
    queue[at] = entry;
  }

  #pop(): void {
    const queue = this.#queue;
    const last = queue.pop();
    if (!last || queue.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= queue.length) break;
      const right = child + 1;
      if (right < queue.length && isBefore(queue[right] as Entry, queue[child] as Entry))
        child = right;
      if (isBefore(last, queue[child] as Entry)) break;
      queue[at] = queue[child] as Entry;
      at = child;
    }
    queue[at] = last;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  if (one.due !== other.due) return one.due < other.due;
  if (one.tieBreak !== other.tieBreak) return one.tieBreak < other.tieBreak;
  return one.sequence < other.sequence;
}

/** Turns of Node that are asked for at once: between two of them all promises that can continue have. */
const TURNS_AT_ONCE = 64;
let turnsAhead = 0;
let onTurn: (() => void) | null = null;

/** After all promises that can continue have. One waits at a time. */
function nextTurn(): Promise<void> {
  if (turnsAhead === 0) for (; turnsAhead < TURNS_AT_ONCE; turnsAhead++) setImmediate(takeTurn);
  return new Promise((done) => {
    onTurn = done;
  });
}

function takeTurn(): void {
  turnsAhead--;
  const done = onTurn;
  onTurn = null;
  done?.();
}
