import type { Media } from "../../../db/products/media";
import type { Log } from "../../lib/log";
import type { FileStore } from "../ports";

export interface StoringDeps {
  files: Pick<FileStore, "put" | "putStream" | "remove">;
  media: Pick<Media, "insert" | "removeByKeys">;
}

/** What a step has stored before the row that names it. */
export interface Stored {
  /** File store keys of images and samples. */
  images: string[];
}

/**
 * Runs a step that stores objects through the given repositories and then writes the row that names them.
 * What it stored is removed where it returns null or throws, after all that is under way. An error may also
 * mean that the answer of a write was lost: `isKept` reads whether the row names what was stored. Where that
 * can't be read nothing is removed; the sweep of unnamed objects finds it.
 */
export async function discardUnlessKept<Result>(
  deps: StoringDeps & { log: Log },
  step: (storing: StoringDeps) => Promise<Result | null>,
  isKept: (stored: Stored) => Promise<boolean>,
): Promise<Result | null> {
  const stored: Stored = { images: [] };
  const underWay: Promise<unknown>[] = [];
  const noted = <T>(work: Promise<T>) => {
    underWay.push(work);
    return work;
  };
  const files: StoringDeps["files"] = {
    ...deps.files,
    put(key, body, contentType) {
      stored.images.push(key);
      return noted(deps.files.put(key, body, contentType));
    },
    putStream(key, ...object) {
      stored.images.push(key);
      return noted(deps.files.putStream(key, ...object));
    },
  };
  const media: StoringDeps["media"] = {
    ...deps.media,
    insert: (...record) => noted(deps.media.insert(...record)),
  };
  try {
    const result = await step({ files, media });
    if (result === null) await discard(stored, deps);
    return result;
  } catch (error) {
    // What has ended may have begun something else.
    for (let seen = 0; seen < underWay.length; ) {
      seen = underWay.length;
      await Promise.allSettled(underWay);
    }
    const kept = await isKept(stored).catch(() => true);
    if (!kept) await discard(stored, deps);
    throw error;
  }
}

/** Failures are logged: the step's own outcome counts, and the sweep of unnamed objects comes later. */
async function discard({ images }: Stored, deps: StoringDeps & { log: Log }): Promise<void> {
  try {
    await deps.files.remove(images);
    await deps.media.removeByKeys(images);
  } catch (error) {
    deps.log("clean_up_failed", { step: "unkept", error });
  }
}
