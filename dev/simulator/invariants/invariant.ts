import type { World } from "../world";

/** What is judged: the stored state, the true chain, and what people did. */
export type Judged = Pick<
  World,
  "database" | "chain" | "story" | "people" | "scheduler" | "platformWallet" | "polls"
>;

/** Something that holds after every change of the database or of the chain. */
export interface Invariant {
  readonly name: string;
  /** What is wrong, in plain words; null where it holds. */
  check(world: Judged): string | null;
}
