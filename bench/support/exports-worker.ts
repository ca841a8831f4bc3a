import {
  REPORT_PAGE_SIZE,
  reportTransactions,
} from "../../app/dashboard/use-cases/report-transactions";
import { openDb } from "../../db/client";
import { transactionsIn } from "../../db/dashboard/transactions";
import { addCost, type Cost } from "../../tests/support/d1-meter";

/** About one page of the report. */
const BARE_CHUNK_BYTES = REPORT_PAGE_SIZE * 300;

const NOTHING: Cost = { batches: 0, read: 0, written: 0, ms: 0 };
/** Of the reports since it was asked for. */
let cost = NOTHING;

/**
 * `/report` streams the transactions of a seller as the app does, `/bare` so many bytes in chunks of
 * the same size. `/cost` tells what was read.
 */
export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/bare") return new Response(bareStream(Number(searchParams.get("bytes"))));
    if (pathname === "/cost") {
      const taken = cost;
      cost = NOTHING;
      return Response.json(taken);
    }
    const input = { uid: searchParams.get("uid") ?? "", from: 0, until: Number.MAX_SAFE_INTEGER };
    return new Response(reportTransactions(input, { transactions: transactionsIn(metered(DB)) }));
  },
};

/** Adds up what single statements read. */
function metered(db: D1Database) {
  const prepare = (statement: string) => ({
    bind: (...values: unknown[]) => ({
      async all() {
        const result = await db
          .prepare(statement)
          .bind(...values)
          .all();
        cost = addCost({ ...cost, batches: cost.batches + 1 }, result);
        return result;
      },
    }),
  });
  return openDb({ prepare } as unknown as D1Database);
}

function bareStream(bytes: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(BARE_CHUNK_BYTES).fill(65);
  let left = bytes;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(chunk.slice(0, left));
        left -= chunk.length;
        if (left <= 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
