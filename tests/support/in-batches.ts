/** More preparations at once would exceed timeouts on a slow machine. */
const BATCH_SIZE = 16;

/** Prepares many things, some of them concurrently. */
export async function inBatches<A, B>(
  values: readonly A[],
  work: (value: A) => Promise<B>,
): Promise<B[]> {
  const results: B[] = [];
  for (let start = 0; start < values.length; start += BATCH_SIZE) {
    results.push(...(await Promise.all(values.slice(start, start + BATCH_SIZE).map(work))));
  }
  return results;
}
