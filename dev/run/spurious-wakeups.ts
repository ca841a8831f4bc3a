/**
 * Makes a blocking `Atomics.wait` wait again after a spurious wakeup.
 *
 * Miniflare's bindings block on one between a request to the Worker and its answer. The answering
 * thread stores a value and then notifies. On a busy machine the notification can arrive so late
 * that it wakes the wait for the next answer, which then reads no message, and from there on each
 * answer is taken for the previous one. The value decides: it changes only when there is an answer.
 */
export function ignoreSpuriousWakeups(atomics: Pick<typeof Atomics, "wait"> = Atomics): void {
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
