import { eq, sql } from "drizzle-orm";
import type { Db } from "../client";
import { insertWhere } from "../insert-where";
import { sweepProgress } from "../schema/index";

export type SweepProgress = ReturnType<typeof sweepProgressIn>;

/** Runs of a sweep that are remembered, so that some beside each other can end in any order. */
const KEPT_RUNS = 8;
/** Of a UUID and a comma. */
const RUN_CHARS = 37;

/** A run of a sweep. */
interface Run {
  /** UUID. */
  id: string;
  /** The progress that it has read. */
  before: string | null;
}

const runsOf = (name: string) => `${name}/runs`;

/** How far a sweep has come, by name; a sweep that starts anew reads again what it read before. */
export function sweepProgressIn(db: Db) {
  return {
    async read(name: string): Promise<string | null> {
      const row = await db
        .select({ cursor: sweepProgress.cursor })
        .from(sweepProgress)
        .where(eq(sweepProgress.name, name))
        .get();
      return row?.cursor ?? null;
    },

    async write(name: string, cursor: string, at: number): Promise<void> {
      await db
        .insert(sweepProgress)
        .values({ name, cursor, updatedAt: at })
        .onConflictDoUpdate({ target: sweepProgress.name, set: { cursor, updatedAt: at } });
    },

    /** To be called before a run writes what it has found: a copy that replaces the database lacks it. */
    async begin(name: string, run: string, at: number): Promise<void> {
      const kept = (KEPT_RUNS - 1) * RUN_CHARS;
      await db
        .insert(sweepProgress)
        .values({ name: runsOf(name), cursor: `${run},`, updatedAt: at })
        .onConflictDoUpdate({
          target: sweepProgress.name,
          set: {
            cursor: sql`excluded.cursor || substr(${sweepProgress.cursor}, 1, ${kept})`,
            updatedAt: at,
          },
        });
    },

    /**
     * Writes the progress of a run that has begun. Has no effect where another progress stands by now, or
     * where the run is not known: the database may have been replaced by an older copy, even by one with
     * the same progress, and its payments are to be read again.
     */
    async replace(name: string, { id, before }: Run, cursor: string, at: number): Promise<void> {
      const cursorOf = (row: string) =>
        sql`(SELECT cursor FROM ${sweepProgress} WHERE name = ${row})`;
      const isSame = sql`${cursorOf(name)} IS ${before} AND instr(${cursorOf(runsOf(name))}, ${id}) > 0`;
      await db.run(sql`${insertWhere(sweepProgress, { name, cursor, updatedAt: at }, isSame)}
        ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, updated_at = excluded.updated_at`);
    },
  };
}
