/** What D1 reports of one or more batches. */
export interface Cost {
  batches: number;
  /** Rows. */
  read: number;
  written: number;
  /** Inside D1. */
  ms: number;
}

const NOTHING: Cost = { batches: 0, read: 0, written: 0, ms: 0 };

export function addCost(cost: Cost, { meta }: { meta: D1Meta }): Cost {
  return {
    ...cost,
    read: cost.read + meta.rows_read,
    written: cost.written + meta.rows_written,
    ms: cost.ms + meta.duration,
  };
}

/** The cost of the results of one batch. */
export function costOf(results: readonly { meta: D1Meta }[]): Cost {
  return results.reduce(addCost, { ...NOTHING, batches: 1 });
}

/** A database that adds up the cost of its batches. `take` returns the sum and starts again. */
export function meter(db: D1Database): { db: D1Database; take(): Cost } {
  let cost = NOTHING;
  const metered = {
    prepare: (statement: string) => db.prepare(statement),
    async batch(statements: D1PreparedStatement[]) {
      const results = await db.batch(statements);
      cost = results.reduce(addCost, { ...cost, batches: cost.batches + 1 });
      return results;
    },
  };
  return {
    db: metered as unknown as D1Database,
    take() {
      const taken = cost;
      cost = NOTHING;
      return taken;
    },
  };
}
