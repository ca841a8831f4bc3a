/** How far ahead (ms) the Worker's time is when it starts; `test-clock.ts` puts a number here. */
const startsAhead: number = 0;
export default startsAhead;
