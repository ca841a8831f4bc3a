import { z } from "zod";
import type { UnnamedMedia } from "../../../db/products/unnamed-media";
import type { Clock } from "../../lib/ports";
import type { FileStore, SweepCursors } from "../ports";
import { IMAGE_PREFIX, PROTECTED_PREFIX } from "../rules/file-names";

interface Deps {
  clock: Clock;
  files: Pick<FileStore, "list" | "remove">;
  unnamedMedia: UnnamedMedia;
  sweepProgress: SweepCursors;
}

/** Longer than copies of a database are kept in general: one that is restored may name the object again. */
export const UNNAMED_KEPT_MS = 45 * 24 * 3_600_000;
/** Objects that one run lists, and those that it removes. */
const MAX_PER_RUN = 500;
/** From the end of a listing to the next. */
const REST_MS = 24 * 3_600_000;
/** A listing that was interrupted for as long, or a removal that takes as long, starts again. */
const MAX_AGE_MS = 3_600_000;
/** Objects newer than all records by more than this mean that the database is an older copy. */
const MAX_AHEAD_MS = 3_600_000;

const PROGRESS_NAME = "unnamed-media";
/** Never the records of orders: those are kept for the case that their rows are absent. */
const PREFIXES = [IMAGE_PREFIX, PROTECTED_PREFIX];

const listing = z.object({
  step: z.literal("list"),
  prefix: z.number().int().min(0).max(1),
  after: z.string().nullable(),
  newestAt: z.number(),
  /** Epoch ms of the last run. */
  at: z.number(),
});
type Listing = z.infer<typeof listing>;
const progressType = z.union([
  listing,
  z.object({ step: z.enum(["remove", "rest"]), until: z.number() }),
]);
type Progress = z.infer<typeof progressType>;

/**
 * Finds objects of the file store that no row names, marks them, and removes those that are still unnamed
 * after `UNNAMED_KEPT_MS`. Removes nothing while the newest object is more than an hour newer than the
 * newest record: then the database was restored from a copy, and the time of all marks starts again.
 */
export async function sweepUnnamedMedia(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  let progress = current(parse(await deps.sweepProgress.read(PROGRESS_NAME)), now);
  if (progress.step === "rest") return;
  if (progress.step === "list") progress = await list(progress, now, deps);
  if (progress.step === "remove" && (await removeMarked(now, deps)) < MAX_PER_RUN)
    progress = { step: "rest", until: now + REST_MS };
  await deps.sweepProgress.write(PROGRESS_NAME, JSON.stringify(progress), now);
}

function parse(text: string | null): Progress | null {
  if (text === null) return null;
  return progressType.safeParse(JSON.parse(text)).data ?? null;
}

/** The step to go on with; the first listing where there is none, or where it is too old. */
function current(progress: Progress | null, now: number): Progress {
  const start: Listing = { step: "list", prefix: 0, after: null, newestAt: 0, at: now };
  if (!progress) return start;
  const isOver = progress.step === "list" ? progress.at + MAX_AGE_MS < now : progress.until <= now;
  return isOver ? start : progress;
}

/** Marks the unnamed among the next `MAX_PER_RUN` objects. */
async function list(from: Listing, now: number, deps: Deps): Promise<Progress> {
  let { prefix, after, newestAt } = from;
  for (let left = MAX_PER_RUN; left > 0; ) {
    const page = await deps.files.list(PREFIXES[prefix] ?? "", { after, limit: left });
    const keys = page.objects.map(({ key }) => key);
    const unnamed = new Set(await deps.unnamedMedia.unnamed(keys));
    await deps.unnamedMedia.mark([...unnamed], now);
    await deps.unnamedMedia.unmark(keys.filter((key) => !unnamed.has(key)));
    newestAt = Math.max(newestAt, ...page.objects.map(({ storedAt }) => storedAt));
    left -= keys.length;
    after = keys.at(-1) ?? after;
    if (!page.isLast) continue;
    prefix += 1;
    after = null;
    if (prefix === PREFIXES.length) return endOfListing(newestAt, now, deps);
  }
  return { step: "list", prefix, after, newestAt, at: now };
}

async function endOfListing(newestAt: number, now: number, deps: Deps): Promise<Progress> {
  if (newestAt <= (await deps.unnamedMedia.newestRecordAt()) + MAX_AHEAD_MS)
    return { step: "remove", until: now + MAX_AGE_MS };
  await deps.unnamedMedia.restart(now);
  return { step: "rest", until: now + REST_MS };
}

/** The number of marks that were looked at. */
async function removeMarked(now: number, deps: Deps): Promise<number> {
  const marked = await deps.unnamedMedia.markedBefore(now - UNNAMED_KEPT_MS, MAX_PER_RUN);
  const unnamed = await deps.unnamedMedia.unnamed(marked);
  await deps.files.remove(unnamed);
  await deps.unnamedMedia.forget(unnamed);
  const removed = new Set(unnamed);
  await deps.unnamedMedia.unmark(marked.filter((key) => !removed.has(key)));
  return marked.length;
}
