import { dateOffset, setDateOffset } from "./clock/date-offset";

/** Advances the time of the Worker and its tests, which share one isolate inside workerd. */
export function advanceClock(ms: number): void {
  setDateOffset(dateOffset() + ms);
}
