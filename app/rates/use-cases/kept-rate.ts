import { z } from "zod";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { isCurrent, type Rate, type RateFaultReason } from "../rules/rate";

/** A text that is kept between two runs of the cron, by name. */
export interface KeptText {
  read(name: string): Promise<string | null>;
  write(name: string, text: string, at: number): Promise<void>;
}

const NAME = "exchange-rate";

/** The last rate, and the fault of all attempts since then. */
export interface KeptRate {
  rate: Rate | null;
  /** Null where the last attempt succeeded. `since` is the first of them that failed (epoch ms). */
  fault: { reason: RateFaultReason; since: number } | null;
}

const micros = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);
const shape = z.object({
  rate: z
    .object({
      micros: z.object({ EUR: micros, USD: micros }),
      at: z.number(),
      feed: z.string(),
      day: z.string(),
    })
    .nullable(),
  fault: z
    .object({ reason: z.string().transform((text) => text as RateFaultReason), since: z.number() })
    .nullable(),
});

/** Null before the first attempt. */
export async function readKeptRate(text: Pick<KeptText, "read">): Promise<KeptRate | null> {
  const json = await text.read(NAME);
  return shape.safeParse(json && JSON.parse(json)).data ?? null;
}

export async function writeKeptRate(
  text: Pick<KeptText, "write">,
  kept: KeptRate,
  now: number,
): Promise<void> {
  const json = JSON.stringify(kept, (_, value) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  await text.write(NAME, json, now);
}

/** Pages take the rate of memory for so long, so that they read no row for it. */
const MEMORY_MS = 15_000;

/** What an isolate remembers of the kept rate. */
export interface RateMemory {
  rate: Rate | null;
  /** When it was read (epoch ms). */
  readAt: number;
}

export function emptyRateMemory(): RateMemory {
  return { rate: null, readAt: Number.NEGATIVE_INFINITY };
}

/** The rate that pages may show. They are shown without one where it can't be read. */
export async function currentRate(
  memory: RateMemory,
  { keptRate, clock, log }: { keptRate: Pick<KeptText, "read">; clock: Clock; log: Log },
): Promise<Rate | null> {
  const now = clock.now();
  if (Math.abs(now - memory.readAt) >= MEMORY_MS) {
    try {
      memory.rate = (await readKeptRate(keptRate))?.rate ?? null;
    } catch (error) {
      log("rate_unread", { error });
    }
    memory.readAt = now;
  }
  return memory.rate && isCurrent(memory.rate, now) ? memory.rate : null;
}

/** What `/health` tells the operator. */
export async function rateWarnings({
  keptRate,
  clock,
}: {
  keptRate: Pick<KeptText, "read">;
  clock: Clock;
}): Promise<string[]> {
  const kept = await readKeptRate(keptRate);
  const now = clock.now();
  const state = kept?.rate && isCurrent(kept.rate, now) ? "" : ", none is shown";
  if (kept?.fault) {
    const seconds = Math.round((now - kept.fault.since) / 1_000);
    return [`exchange rate: ${kept.fault.reason} for ${seconds} s${state}`];
  }
  return state === "" ? [] : [`exchange rate: not read${state}`];
}
