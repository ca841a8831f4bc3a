import type { Miniflare } from "miniflare";

/** As often as the platform's cron can. */
const INTERVAL_MS = 60_000;

/**
 * Runs the Worker's scheduled handler each minute, as the platform's cron does, and once before it
 * resolves: after days without a run, overdue orders do not wait, and `/health` is right at once.
 */
export async function startCron(worker: Miniflare): Promise<{ stop(): void }> {
  await fireCron(worker);
  const timer = setInterval(() => void fireCron(worker), INTERVAL_MS);
  return { stop: () => clearInterval(timer) };
}

/** Runs the scheduled handler once. A failure is logged and returned as false. */
export async function fireCron(worker: Miniflare, at = new Date()): Promise<boolean> {
  try {
    const target = await worker.getWorker();
    const { outcome } = await target.scheduled({ scheduledTime: at, cron: "* * * * *" });
    if (outcome !== "ok") console.error(`The scheduled run ended with: ${outcome}`);
    return outcome === "ok";
  } catch (error) {
    console.error(`The scheduled run failed: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
