import type { LandedPayment, Person } from "../world";
import type { StoryEvent } from "./story";

/** All that the model reads. */
export interface Facts {
  events: readonly StoryEvent[];
  people: readonly Person[];
  platform: string;
  /** What has run and is on the true chain. */
  landed: readonly LandedPayment[];
  /** What once was on the chain and is not any more. */
  dropped: readonly LandedPayment[];
  isFinal(signature: string): boolean;
  /** Virtual time, epoch ms. */
  now: number;
  /** Since when no machine has failed, epoch ms. */
  quietSince: number;
}
