/**
 * Makes a blocking `Atomics.wait` sleep on when it was woken without reason.
 *
 * Miniflare's bindings block on one between a request to the Worker and its answer. The thread that
 * answers stores a value and then notifies; where the machine is busy, the notification can come so
 * late that it wakes the wait for the next answer, which then finds nothing, and every answer after
 * that is taken for the one before. The value tells: it has changed only when there is an answer.
 */
export function sleepOnWhenWokenEarly(atomics: Pick<typeof Atomics, "wait"> = Atomics): void {
  const wait = Atomics.wait.bind(Atomics);
  atomics.wait = ((array: Int32Array, index: number, value: number, timeout?: number) => {
    if (timeout !== undefined) return wait(array, index, value, timeout);
    let result = wait(array, index, value);
    while (result === "ok" && Atomics.load(array, index) === value) {
      result = wait(array, index, value);
    }
    return result;
  }) as typeof Atomics.wait;
}
