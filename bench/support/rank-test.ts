/**
 * Mann-Whitney U test by the normal approximation with tie correction, valid from about 20 values in
 * each sample.
 *
 * @returns `larger`: probability that a value of the first sample exceeds one of the second, 0.5
 * without a difference; `p`: two-sided p-value
 */
export function rankTest(one: number[], other: number[]): { larger: number; p: number } {
  const all = [...one.map((value) => ({ value, first: true }))].concat(
    other.map((value) => ({ value, first: false })),
  );
  all.sort((a, b) => a.value - b.value);
  let ranks = 0;
  let ties = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to++;
    const same = to - from;
    const rank = (from + 1 + to) / 2;
    ranks += rank * all.slice(from, to).filter(({ first }) => first).length;
    ties += same ** 3 - same;
    from = to;
  }
  const [n, m, total] = [one.length, other.length, all.length];
  const pairs = n * m;
  const u = ranks - (n * (n + 1)) / 2;
  const deviation = Math.sqrt((pairs / 12) * (total + 1 - ties / (total * (total - 1))));
  const z = deviation === 0 ? 0 : (u - pairs / 2) / deviation;
  return { larger: u / pairs, p: 2 * (1 - normal(Math.abs(z))) };
}

/** The share of a normal distribution below `z`, to 7 digits (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
