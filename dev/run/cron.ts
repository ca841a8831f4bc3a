import type { Miniflare } from "miniflare";

/** The platform's own cron has the same grain. */
const EVERY_MS = 60_000;

/** Fires the Worker's scheduled handler each minute; nothing else does so on one machine. */
export function startCron(worker: Miniflare): { stop(): void } {
  const timer = setInterval(() => void fireCron(worker), EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** One run of the scheduled handler. A run that fails is reported; the next one comes all the same. */
export async function fireCron(worker: Miniflare, at = new Date()): Promise<boolean> {
  try {
    const target = await worker.getWorker();
    const { outcome } = await target.scheduled({ scheduledTime: at, cron: "* * * * *" });
    if (outcome !== "ok") console.error(`The scheduled run ended with: ${outcome}`);
    return outcome === "ok";
  } catch (error) {
    console.error("The scheduled run failed:", error);
    return false;
  }
}
