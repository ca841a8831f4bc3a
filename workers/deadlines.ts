/** What the alarm of an order's object is for. */
export type Deadline = "poll" | "sessions";

type Deadlines = Partial<Record<Deadline, number>>;

const KEY = "deadlines";

/** An object whose storage is empty has no alarm either, and costs nothing until it is called again. */
export async function emptyStorage(storage: DurableObjectStorage): Promise<void> {
  await storage.deleteAlarm();
  await storage.deleteAll();
}

/** Several deadlines (epoch ms) on the one alarm that a Durable Object has. */
export class AlarmDeadlines {
  constructor(private readonly storage: () => DurableObjectStorage) {}

  async get(name: Deadline): Promise<number | null> {
    return (await this.#read())[name] ?? null;
  }

  async isAnySet(): Promise<boolean> {
    return Object.keys(await this.#read()).length > 0;
  }

  /** Null removes the deadline. */
  async set(name: Deadline, at: number | null): Promise<void> {
    const { [name]: _, ...others } = await this.#read();
    const deadlines: Deadlines = at === null ? others : { ...others, [name]: at };
    await this.storage().put(KEY, deadlines);
    const earliest = Math.min(...Object.values(deadlines));
    await (earliest === Number.POSITIVE_INFINITY
      ? this.storage().deleteAlarm()
      : this.storage().setAlarm(earliest));
  }

  /**
   * For what the alarm has fired: the earliest deadline, whatever the clock says by now, and those
   * that have passed. An alarm that an earlier version set is for a poll.
   */
  async due(now: number): Promise<Set<Deadline>> {
    const deadlines = Object.entries(await this.#read()) as [Deadline, number][];
    if (deadlines.length === 0) return new Set(["poll"]);
    const fired = Math.max(now, Math.min(...deadlines.map(([, at]) => at)));
    return new Set(deadlines.filter(([, at]) => at <= fired).map(([name]) => name));
  }

  async #read(): Promise<Deadlines> {
    return (await this.storage().get<Deadlines>(KEY)) ?? {};
  }
}
