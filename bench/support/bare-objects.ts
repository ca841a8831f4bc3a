import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Miniflare } from "miniflare";
import { peakBytes, resetPeak, workerdsOf } from "../../tests/support/process-usage";
import { bundleWorker } from "./bundle-worker";

/** As long as the orders of the crowd wait. */
const WAIT_MS = 5_000;

/** Memory of workerd without an object, and the most with so many bare ones, each with an alarm. */
export async function measureBareObjects(
  count: number,
): Promise<{ idleBytes: number; peakBytes: number }> {
  const others = workerdsOf(process.pid);
  const folder = mkdtempSync(join(tmpdir(), "bare-objects-"));
  const miniflare = new Miniflare({
    modules: true,
    script: await bundleWorker("bench/support/bare-objects-worker.ts"),
    compatibilityDate: "2026-04-01",
    compatibilityFlags: ["nodejs_compat"],
    durableObjects: { OBJECT: { className: "BareObject", useSQLite: true } },
    durableObjectsPersist: folder,
    cf: false,
  });
  try {
    const origin = (await miniflare.ready).href;
    const [pid = 0] = workerdsOf(process.pid).filter((one) => !others.includes(one));
    const idleBytes = resetPeak(pid);
    for (let id = 0; id < count; id++) await (await fetch(`${origin}${id}`)).text();
    await sleep(WAIT_MS);
    return { idleBytes, peakBytes: peakBytes(pid) };
  } finally {
    await miniflare.dispose();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
