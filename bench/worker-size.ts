import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BenchRow } from "../dev/bench";
import { buildIfChanged, SHIPPED } from "../dev/run/build";
import { ROOT } from "../dev/run/paths";

/** Cold evaluations of each Worker, alternating. */
const STARTS = 31;

/**
 * Bytes of the uploaded Worker, and the CPU time of evaluating its module once in a new Node process
 * (V8, as workerd): most of a cold start.
 *
 * `BASELINE` names the build folder of another working copy to compare with.
 */
export default async function workerSize(): Promise<BenchRow[]> {
  await buildIfChanged();
  const scratch = mkdtempSync(join(tmpdir(), "comptoir-size-"));
  try {
    const folders = { here: SHIPPED.buildDir, baseline: process.env.BASELINE };
    const workers = Object.entries(folders).flatMap(([name, folder]) =>
      folder ? [bundle(name, folder, join(scratch, name))] : [],
    );
    for (let start = 0; start < STARTS; start++) {
      for (const worker of workers) worker.starts.push(startUp(worker.path));
    }
    return workers.map(({ name, path, starts }) => {
      const code = readFileSync(path);
      const sorted = starts.sort((a, b) => a - b);
      return {
        what: name,
        "bytes, minified": code.length,
        "bytes, gzip": gzipSync(code, { level: 9 }).length,
        "start-up, median (ms)": round(sorted[Math.floor(STARTS / 2)]),
        "start-up, least (ms)": round(sorted[0]),
      };
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface MeasuredWorker {
  name: string;
  /** The module that is uploaded. */
  path: string;
  /** Milliseconds of CPU. */
  starts: number[];
}

/** Bundles a built Worker as `npm run deploy` does. */
function bundle(name: string, folder: string, outDir: string): MeasuredWorker {
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const entry = join(folder, "server/index.js");
  const inputs = ["--config", join(ROOT, "wrangler.toml"), "--assets", join(folder, "client")];
  const args = ["deploy", entry, ...inputs, "--minify", "--dry-run", "--outdir", outDir];
  execFileSync(process.execPath, [wrangler, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "1" },
  });
  return { name, path: join(outDir, "index.js"), starts: [] };
}

function startUp(path: string): number {
  const evaluate = join(ROOT, "bench/support/evaluate-worker.mjs");
  const flags = ["--no-warnings", "--experimental-vm-modules"];
  return Number(execFileSync(process.execPath, [...flags, evaluate, path], { encoding: "utf8" }));
}

const round = (ms = 0) => Math.round(ms * 10) / 10;
