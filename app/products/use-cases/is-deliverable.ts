import type { Releases } from "../../../db/products/releases";
import type { Clock } from "../../lib/ports";
import type { FileStore } from "../ports";
import type { Product } from "../rules/product";
import { isVerified, type ReleaseFile } from "../rules/release";

/** Stored objects of one release that are looked at: each is one operation of the file store. */
const MAX_LOOKED_AT = 6;
/** Which ones of a larger release changes after this. */
const LOOK_TURN_MS = 60_000;

interface Deps {
  clock: Clock;
  releases: Pick<Releases, "filesOf">;
  files: Pick<FileStore, "head">;
}

/** Whether the release on sale of a product can be delivered, as `areStored`. */
export async function isDeliverable(
  { releaseId }: Pick<Product, "releaseId">,
  deps: Deps,
): Promise<boolean> {
  return releaseId !== null && areStored(await deps.releases.filesOf(releaseId), deps);
}

/**
 * Whether the files of a release are verified and stored with their sizes; false for none. Of a release with
 * many files some are looked at, in turn.
 */
export async function areStored(
  release: readonly Pick<ReleaseFile, "storagePath" | "sizeBytes" | "sha256" | "status">[],
  { clock, files }: Pick<Deps, "clock" | "files">,
): Promise<boolean> {
  if (release.length === 0 || !release.every(isVerified)) return false;
  const turn = Math.floor(clock.now() / LOOK_TURN_MS) * MAX_LOOKED_AT;
  const looked = release
    .slice(0, MAX_LOOKED_AT)
    .map((file, at) => release[(turn + at) % release.length] ?? file);
  const stored = await Promise.all(looked.map(({ storagePath }) => files.head(storagePath)));
  return looked.every(({ sizeBytes }, at) => stored[at]?.sizeBytes === sizeBytes);
}
