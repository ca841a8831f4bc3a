/** A map that keeps the entries that were used last: those whose sizes together are at most `limit`. */
export class RecentMap<Value> {
  readonly #entries = new Map<string, Value>();
  #size = 0;

  /** Each entry has size 1 by default, so that `limit` is a number of entries. */
  constructor(
    private readonly limit: number,
    private readonly sizeOf: (value: Value) => number = () => 1,
  ) {}

  /** Of all entries. */
  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A map lists its entries in the order in which they were added.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#delete(key);
    if (this.sizeOf(value) > this.limit) return;
    this.#entries.set(key, value);
    this.#size += this.sizeOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.limit) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.sizeOf(value);
  }
}
