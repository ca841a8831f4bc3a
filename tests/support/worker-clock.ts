import { dateOffset, setDateOffset, stopDate } from "./clock/date-offset";

/** Advances the time of the Worker and its tests, which share one isolate inside workerd. */
export function advanceClock(ms: number): void {
  setDateOffset(dateOffset() + ms);
}

/** From here on only `advanceClock` moves the time, to the end of the file. */
export function stopClock(): void {
  stopDate(true);
}
