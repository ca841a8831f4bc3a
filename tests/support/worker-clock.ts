import { dateOffset, setDateOffset } from "./clock/date-offset";

/** Runs inside workerd, where the Worker and its tests share one isolate: lets time pass for both. */
export function advanceClock(ms: number): void {
  setDateOffset(dateOffset() + ms);
}
