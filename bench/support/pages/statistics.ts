/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = Number.isInteger(middle)
    ? [sorted[middle - 1], sorted[middle]]
    : [sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** The median of the ratios of values that were measured in the same round. */
export function medianRatio(values: readonly number[], baseline: readonly number[]): number {
  return median(values.map((value, round) => value / (baseline[round] ?? Number.NaN)));
}

/** How much the highest value is above the lowest one, as a share of the lowest. */
export function wobble(values: readonly number[]): number {
  return values.length < 2 ? 0 : Math.max(...values) / Math.min(...values) - 1;
}

export const hundredths = (value: number): number => Math.round(100 * value) / 100;
