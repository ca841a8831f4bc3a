import type { SourceNames } from "../../../db/products/sources";
import { SOURCE_NAME } from "../../lib/page-source";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { MAX_SOURCE_NAMES } from "../rules/sources";

interface Deps {
  sourceNames: SourceNames;
}

/** The names that a seller made, for `?src=` of links. */
export function readSourceNames(
  { uid }: { uid: string },
  { sourceNames }: { sourceNames: Pick<SourceNames, "ofOwner"> },
): Promise<string[]> {
  return sourceNames.ofOwner(uid);
}

/**
 * Makes a name; one that is there already stays. Throws `invalid_input` for what is no name, and where the
 * seller has as many as one can have.
 */
export async function makeSourceName(
  { uid, name: typed }: { uid: string; name: string },
  { sourceNames, clock }: Deps & { clock: Clock },
): Promise<void> {
  const name = typed.trim().toLowerCase();
  if (!SOURCE_NAME.test(name)) {
    throw new Problem("invalid_input", { messageKey: "source_name_invalid", field: "name" });
  }
  const isMade =
    (await sourceNames.add(uid, name, clock.now())) || (await sourceNames.has(uid, name));
  if (isMade) return;
  throw new Problem("invalid_input", {
    messageKey: "source_names_full",
    params: { max: MAX_SOURCE_NAMES },
    field: "name",
  });
}

/** Removes a name, where the seller has it. Its sums stay. */
export async function removeSourceName(
  { uid, name }: { uid: string; name: string },
  { sourceNames }: Deps,
): Promise<void> {
  await sourceNames.remove(uid, name);
}
