import type { Clock } from "../../lib/ports";
import type { RateSources } from "../ports";
import { parseCurrencyTable } from "../rules/currency-table";
import { agreedPrice } from "../rules/feed-price";
import { isCurrent, type Rate, RateFault, type RateFaultReason, rateOf } from "../rules/rate";
import { type KeptText, readKeptRate, writeKeptRate } from "./kept-rate";

export interface RefreshDeps {
  clock: Clock;
  /** Null where the deployment has none. */
  rateSources: RateSources | null;
  keptRate: KeptText;
}

/** Reads the rate and keeps it; a fault keeps the last one as long as it may be shown. Run by the cron. */
export async function refreshRate({ clock, rateSources, keptRate }: RefreshDeps): Promise<void> {
  if (!rateSources) return;
  const [before, read] = await Promise.all([
    readKeptRate(keptRate),
    readRate(rateSources, clock).catch(faultOf),
  ]);
  const now = clock.now();
  if (!(read instanceof RateFault)) {
    return writeKeptRate(keptRate, { rate: read, fault: null }, now);
  }
  const rate = before?.rate && isCurrent(before.rate, now) ? before.rate : null;
  const fault = { reason: read.reason, since: before?.fault?.since ?? now };
  await writeKeptRate(keptRate, { rate, fault }, now);
}

async function readRate(sources: RateSources, clock: Clock): Promise<Rate> {
  const [accounts, xml] = await Promise.all([
    sources.readAccounts().catch(asFault("nodes_down")),
    sources.readTable().catch(asFault("table_down")),
  ]);
  const now = clock.now();
  return rateOf(agreedPrice(accounts, now), parseCurrencyTable(xml, now), sources.feed);
}

/** The error of the network, which names addresses with keys, is not kept. */
function asFault(reason: RateFaultReason) {
  return (): never => {
    throw new RateFault(reason);
  };
}

function faultOf(error: unknown): RateFault {
  if (error instanceof RateFault) return error;
  throw error;
}
