/** Runs in Node, in tests inside workerd, and in the isolate of the Worker under test. */
const KEY = Symbol.for("the platform's Date");
const shared = globalThis as { [KEY]?: DateConstructor };
shared[KEY] ??= globalThis.Date;
const RealDate = shared[KEY];

let aheadMs = 0;

const now = () => RealDate.now() + aheadMs;

const MovableDate = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});

/** From now on, everything in this isolate that asks for the time is told one so far ahead (ms). */
export function moveDate(ms: number): void {
  aheadMs = ms;
  globalThis.Date = MovableDate;
}

/** How far the time of this isolate is ahead (ms). */
export function dateOffset(): number {
  return aheadMs;
}
