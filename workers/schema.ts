import type { Log } from "../app/lib/log";
import type { Clock } from "../app/lib/ports";

/** What an isolate knows of the schema of its database. */
export interface SchemaMemory {
  /** Migrations of this version that the database lacked; null before the first answer. */
  missing: readonly string[] | null;
  /** Epoch ms of that answer. */
  at: number;
}

export interface Schema {
  /**
   * Migrations that this version needs and the database does not have: then nothing may be read or
   * written. Null where the database does not answer; each request finds that by itself.
   */
  missing(): Promise<readonly string[] | null>;
}

/** The shop opens so long after the last migration at the latest. */
const RECHECK_MS = 1_000;

/**
 * Asks once an isolate where the schema is complete, which it then remains: migrations are applied before
 * the code that needs them is deployed. Else each second.
 */
export function createSchema(
  migrations: { missing(): Promise<string[]> },
  clock: Clock,
  memory: SchemaMemory,
  log: Log,
): Schema {
  return {
    async missing() {
      const { missing, at } = memory;
      if (missing?.length === 0) return missing;
      const now = clock.now();
      if (missing && Math.abs(now - at) < RECHECK_MS) return missing;
      try {
        const found = await migrations.missing();
        Object.assign(memory, { missing: found, at: now });
        if (found.length > 0) log("schema_missing", { names: found.join(", ") });
        return found;
      } catch (error) {
        log("schema_unknown", { error });
        return null;
      }
    },
  };
}
