import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BenchRow } from "../dev/bench";
import { StartFailure } from "../dev/run/failure";
import { generatedSha256 } from "../tests/support/generated-file";
import { peakBytes, resetPeak } from "../tests/support/process-usage";
import { startAppFileServer } from "./support/app-file-server";
import { startBareFileServer } from "./support/bare-file-server";
import { type Cost, type FileServer, measureCost, type UploadedFile } from "./support/file-server";
import { readBytes, streamRequest } from "./support/stream-request";

const MB = 1024 * 1024;
/** The largest is the limit of Premium. */
const SIZES_MB = [10, 256, 1_024];
const MAX_SIZE_MB = 1_024;
/** Measured rounds of each size, after one that is only verified. */
const ROUNDS = 5;
/** Beside the two files: databases, logs, what others write. */
const SPARE_BYTES = 1_024 * MB;

/** One server's part of a round, with the growth of its workerd (bytes). */
interface Round {
  upload: Cost;
  parts: Cost;
  complete: Cost;
  download: Cost;
  range: Cost;
  uploadGrowth: number;
  downloadGrowth: number;
}

type Pair = { app: Round; bare: Round };

/**
 * Uploads and downloads through the app, in turn with a Worker that only streams the same bytes into
 * R2, in parts of the same size, and out again. MB are 1,048,576 bytes. `ratio` is the app's speed to
 * the bare Worker's, the median of the rounds, with the lowest and the highest. `CPU ratio` compares
 * the processor time of the two workerd processes, R2 included, which depends less on what else runs.
 * Memory is the most that workerd grew during a transfer in any round.
 *
 * `--sizes 10,256` takes other sizes (MB), `--rounds 3` another number of rounds.
 */
export default async function files(args: readonly string[]): Promise<BenchRow[]> {
  const { sizes, rounds } = readArguments(args);
  assertDiskSpace(Math.max(...sizes) * MB);
  const folder = mkdtempSync(join(tmpdir(), "files-bench-"));
  const running: FileServer[] = [];
  try {
    mkdirSync(join(folder, "app"));
    const app = await startAppFileServer(folder);
    running.push(app);
    const bare = await startBareFileServer(folder);
    running.push(bare);
    const rows: BenchRow[] = [];
    for (const size of sizes) {
      const pairs: Pair[] = [];
      for (let round = 0; round <= rounds; round++) {
        console.log(
          `${size} MB, round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)} ...`,
        );
        const pair = await measurePair({ app, bare }, size * MB, round);
        if (round > 0) pairs.push(pair);
      }
      rows.push(...rowsOf(size, pairs));
    }
    return rows;
  } finally {
    for (const server of running.reverse()) await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readArguments(args: readonly string[]): { sizes: number[]; rounds: number } {
  const { values } = parseArgs({
    args: [...args],
    options: { sizes: { type: "string" }, rounds: { type: "string" } },
  });
  const sizes = values.sizes?.split(",").map(Number) ?? SIZES_MB;
  const rounds = Number(values.rounds ?? ROUNDS);
  if (!sizes.every((size) => Number.isInteger(size) && size > 0 && size <= MAX_SIZE_MB)) {
    throw new StartFailure(`--sizes takes whole MB up to ${MAX_SIZE_MB}, as in 10,256`);
  }
  if (!Number.isInteger(rounds) || rounds < 1) throw new StartFailure("--rounds takes 1 or more");
  return { sizes, rounds };
}

function assertDiskSpace(largestBytes: number): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = 2 * largestBytes + SPARE_BYTES;
  if (bavail * bsize >= needed) return;
  throw new StartFailure(
    `${tmpdir()} needs ${Math.ceil(needed / MB)} MB free and has ${Math.floor((bavail * bsize) / MB)}: set TMPDIR to another folder, or take smaller --sizes.`,
  );
}

/** The server that goes first changes with each round. Round 0 compares hashes. */
async function measurePair(
  { app, bare }: { app: FileServer; bare: FileServer },
  sizeBytes: number,
  round: number,
): Promise<Pair> {
  const verified = round === 0;
  if (round % 2 === 0) {
    const first = await measure(app, sizeBytes, verified);
    return { app: first, bare: await measure(bare, sizeBytes, verified) };
  }
  const first = await measure(bare, sizeBytes, verified);
  return { app: await measure(app, sizeBytes, verified), bare: first };
}

async function measure(server: FileServer, sizeBytes: number, verified: boolean): Promise<Round> {
  const beforeUpload = resetPeak(server.pid);
  const file = await server.upload(sizeBytes);
  const uploadGrowth = peakBytes(server.pid) - beforeUpload;
  try {
    const beforeDownload = resetPeak(server.pid);
    const half = Math.floor(sizeBytes / 2);
    const measureRead = async (start: number) =>
      (await measureCost(server.pid, () => read(file, [start, sizeBytes], verified))).cost;
    const [download, range] = [await measureRead(0), await measureRead(half)];
    const downloadGrowth = peakBytes(server.pid) - beforeDownload;
    const { parts, complete } = file;
    const upload = { ms: parts.ms + complete.ms, cpuMs: parts.cpuMs + complete.cpuMs };
    return { upload, parts, complete, download, range, uploadGrowth, downloadGrowth };
  } finally {
    await file.remove();
  }
}

/** Downloads bytes `[start, end)`, by a range unless they start with the first. */
async function read(
  { url }: UploadedFile,
  [start, end]: [number, number],
  verified: boolean,
): Promise<void> {
  const headers = start > 0 ? { Range: `bytes=${start}-${end - 1}` } : {};
  const answer = await streamRequest(url, { headers });
  const { bytes, sha256 } = await readBytes(answer, verified);
  if (bytes !== end - start) throw new Error(`${url}: ${bytes} bytes instead of ${end - start}`);
  if (verified && sha256 !== generatedSha256(start, end)) {
    throw new Error(`${url}: other bytes than were uploaded`);
  }
}

function rowsOf(size: number, pairs: readonly Pair[]): BenchRow[] {
  const memory = (growth: "uploadGrowth" | "downloadGrowth") => ({
    "memory (MB)": most(pairs, "app", growth),
    "bare memory (MB)": most(pairs, "bare", growth),
  });
  const check = Math.round(median(pairs.map(({ app }) => app.complete.ms)));
  return [
    {
      MB: size,
      what: "upload",
      ...speeds(size, pairs, "upload"),
      "check, SHA-256 (ms)": check,
      ...memory("uploadGrowth"),
    },
    { MB: size, what: "upload without the check", ...speeds(size, pairs, "parts") },
    { MB: size, what: "download", ...speeds(size, pairs, "download"), ...memory("downloadGrowth") },
    { MB: size, what: "download of the second half", ...speeds(size / 2, pairs, "range") },
  ];
}

type Step = "upload" | "parts" | "download" | "range";

function speeds(sizeMb: number, pairs: readonly Pair[], step: Step): BenchRow {
  const medianMs = (server: keyof Pair) => median(pairs.map((pair) => pair[server][step].ms));
  const ratios = (unit: keyof Cost) =>
    pairs.map(({ app, bare }) => bare[step][unit] / app[step][unit]);
  return {
    ms: Math.round(medianMs("app")),
    "bare ms": Math.round(medianMs("bare")),
    "MB/s": Math.round((1_000 * sizeMb) / medianMs("app")),
    ratio: hundredths(median(ratios("ms"))),
    lowest: hundredths(Math.min(...ratios("ms"))),
    highest: hundredths(Math.max(...ratios("ms"))),
    "CPU ratio": hundredths(median(ratios("cpuMs"))) || "",
  };
}

const most = (
  pairs: readonly Pair[],
  server: keyof Pair,
  growth: "uploadGrowth" | "downloadGrowth",
) => Math.round(Math.max(...pairs.map((pair) => pair[server][growth])) / MB);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const hundredths = (value: number) => Math.round(value * 100) / 100;
