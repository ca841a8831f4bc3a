/** Runs in Node, in tests inside workerd, and in the isolate of the Worker under test. */
const KEY = Symbol.for("the platform's Date");
const shared = globalThis as { [KEY]?: DateConstructor };
shared[KEY] ??= globalThis.Date;
const RealDate = shared[KEY];

let offsetMs = 0;
/** Epoch ms, without the offset; null while time passes. */
let stoppedAt: number | null = null;

const now = () => (stoppedAt ?? RealDate.now()) + offsetMs;

const OffsetDate = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});

/** Shifts `Date` in this isolate by `ms`, measured from the true time. */
export function setDateOffset(ms: number): void {
  offsetMs = ms;
  globalThis.Date = OffsetDate;
}

/** Stops `Date` in this isolate: only its offset moves it. False lets time pass again. */
export function stopDate(isStopped: boolean): void {
  stoppedAt = isStopped ? RealDate.now() : null;
  globalThis.Date = OffsetDate;
}

/** Current shift of `Date` in this isolate (ms). */
export function dateOffset(): number {
  return offsetMs;
}
