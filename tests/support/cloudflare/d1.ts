import { createRequire } from "node:module";
import type { Miniflare } from "miniflare";
import type { Database } from "./account";

const require = createRequire(import.meta.url);

/** The databases of an account: Miniflare's D1, with its files below `folder`. */
export class Databases {
  #running: Miniflare | null = null;

  constructor(
    readonly folder: string,
    readonly list: readonly Database[],
  ) {}

  /** Runs statements, all or none of them; an answer each. */
  async query(uuid: string, text: string): Promise<D1Result[]> {
    const { unstable_splitSqlQuery: split } = require("wrangler") as typeof import("wrangler");
    const db = await (await this.#start()).getD1Database(uuid);
    return db.batch(split(text).map((statement) => db.prepare(statement)));
  }

  /** Ends the runtime that has the files open, until the next query. */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.dispose();
  }

  async #start(): Promise<Miniflare> {
    const { Miniflare } = require("miniflare") as typeof import("miniflare");
    const options = {
      modules: true,
      script: "",
      cf: {},
      d1Persist: this.folder,
      // Bound by their ids.
      d1Databases: this.list.map(({ uuid }) => uuid),
    } as const;
    if (this.#running) return this.#running;
    this.#running = new Miniflare({ ...options, d1Databases: [...options.d1Databases] });
    return this.#running;
  }
}
