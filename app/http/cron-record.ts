import { z } from "zod";
import type { Log } from "../lib/log";
import type { Clock } from "../lib/ports";
import type { StoredText } from "./node-outages";

/** The last run of the cron. */
export interface CronRun {
  /** Epoch ms of its end. */
  at: number;
  /** Steps that threw. */
  failed: string[];
}

const RECORD_NAME = "cron";
const cronRun = z.object({ at: z.number(), failed: z.array(z.string()) });

/** Null before the first run. */
export async function readCronRun(record: Pick<StoredText, "read">): Promise<CronRun | null> {
  const text = await record.read(RECORD_NAME);
  return cronRun.safeParse(text && JSON.parse(text)).data ?? null;
}

/**
 * Runs all steps of the cron at once and records the run when the last one has ended, so that the
 * health check sees a cron that does not fire or does not end. Throws the error of the first step
 * that failed, after all have run.
 */
export async function runCron(
  steps: Record<string, () => Promise<unknown>>,
  { clock, log, sweepProgress }: { clock: Clock; log: Log; sweepProgress: StoredText },
): Promise<void> {
  const begunAt = clock.now();
  const failed: string[] = [];
  const errors: unknown[] = [];
  const run = async (name: string, step: () => Promise<unknown>) => {
    try {
      await step();
    } catch (error) {
      log("cron_step_failed", { step: name, error });
      failed.push(name);
      errors.push(error);
    }
  };
  await Promise.all(Object.entries(steps).map(([name, step]) => run(name, step)));
  const at = clock.now();
  await sweepProgress.write(RECORD_NAME, JSON.stringify({ at, failed: failed.sort() }), at);
  log("cron", { ms: at - begunAt, failed: failed.length });
  if (errors.length > 0) throw errors[0];
}
