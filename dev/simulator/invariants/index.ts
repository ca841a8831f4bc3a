import type { Invariant } from "./invariant";
import { linkOnlyForRight } from "./links";
import { stockWithinLimit } from "./stock";

/** Hold after every change of the database or of the chain. */
export const invariants: readonly Invariant[] = [stockWithinLimit, linkOnlyForRight];
