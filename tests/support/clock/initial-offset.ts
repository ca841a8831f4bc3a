/** How far ahead (ms) the Worker's time is when it starts; `test-clock.ts` puts a number here. */
const initialOffset: number = 0;
export default initialOffset;
