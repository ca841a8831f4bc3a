import type { ShopState } from "../../app/shop/rules/shop";
import { browseShop } from "../../app/shop/use-cases/browse-shop";
import { openDb } from "../../db/client";
import { catalogueIn } from "../../db/shop/catalogue";
import { meter } from "../../tests/support/d1-meter";
import { unindexedPage } from "./unindexed-page";

export interface PageRequest {
  state: ShopState;
  /** Account whose favourites are meant. */
  uid: string;
  /** Reads the same products without the shop's indexes. */
  isUnindexed: boolean;
  /** How often the page is read. */
  runs: number;
}

export interface PageCost {
  /** Rows of one run. */
  read: number;
  written: number;
  /** Of each run: in D1, and in the Worker, D1 and the local simulator's calls of it included. */
  d1Ms: number[];
  workerMs: number[];
  isPartial: boolean;
}

/** Reads pages of the shop inside workerd and tells what they cost. */
export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const { state, uid, isUnindexed, runs } = await request.json<PageRequest>();
    const metered = meter(DB);
    const deps = { catalogue: catalogueIn(openDb(metered.db)), clock: { now: () => 0 } };
    const page: PageCost = { read: 0, written: 0, d1Ms: [], workerMs: [], isPartial: false };
    // The clock of a Worker moves when a read or write ends. A run is measured from the end of one
    // read to the end of the next, so that it includes the work after the earlier one.
    let last = performance.now();
    for (let run = 0; run < runs; run += 1) {
      if (isUnindexed) await metered.db.batch(unindexedPage(metered.db, state, uid));
      else {
        page.isPartial = (await browseShop(state, { uid }, deps)).isPartial;
      }
      const now = performance.now();
      const { read, written, ms } = metered.take();
      Object.assign(page, { read, written });
      page.d1Ms.push(ms);
      page.workerMs.push(now - last);
      last = now;
    }
    return Response.json(page);
  },
};
