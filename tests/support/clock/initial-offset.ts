/** Offset (ms) of the Worker's `Date` when it starts; `test-clock.ts` replaces the number. */
const initialOffset: number = 0;
export default initialOffset;
