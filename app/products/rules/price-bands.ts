import { MAX_LAMPORTS } from "../../lib/lamports";

/**
 * Bands of prices, two decimal digits wide where most prices are: products of one band are indexed
 * by age and by sales, so that a range of prices can be read in that order. Users and sellers choose
 * round numbers, so that a range mostly begins and ends with a band.
 */

/** Prices from the previous segment's end up to `end`, in bands of `width`; all in lamports. */
interface Segment {
  end: number;
  width: number;
  /** Prices inside a band are mostly multiples of this. */
  step: number;
}

const SEGMENTS: readonly Segment[] = [
  { end: 100_000_000, width: 1_000_000, step: 100_000 },
  { end: 1_000_000_000, width: 10_000_000, step: 1_000_000 },
  { end: 10_000_000_000, width: 100_000_000, step: 1_000_000 },
  { end: 100_000_000_000, width: 10_000_000_000, step: 1_000_000_000 },
];

/** Lowest price of each band in lamports, and the step of its prices; ascending. */
const BANDS: readonly { from: number; step: number }[] = [
  ...SEGMENTS.flatMap(({ end, width, step }, at) => {
    const start = SEGMENTS[at - 1]?.end ?? 0;
    const count = (end - start) / width;
    return Array.from({ length: count }, (_, band) => ({ from: start + band * width, step }));
  }),
  // All higher prices.
  { from: SEGMENTS.at(-1)?.end ?? 0, step: Number.POSITIVE_INFINITY },
];

/** The band of the price in a column, as an SQL expression. */
export function priceBandSql(column: string): string {
  let before = 0;
  const cases = SEGMENTS.map(({ end, width }, at) => {
    const start = SEGMENTS[at - 1]?.end ?? 0;
    const first = before - start / width;
    before += (end - start) / width;
    const shift = first === 0 ? "" : first > 0 ? ` + ${first}` : ` - ${-first}`;
    return `WHEN ${column} < ${end} THEN ${column} / ${width}${shift}`;
  });
  return `CASE ${cases.join(" ")} ELSE ${before} END`;
}

/** Prices from `from` to `to` inclusive, in lamports. */
export interface PriceRange {
  from: number;
  to: number;
}

/** The part of a band that a range covers. */
export interface PartOfBand extends PriceRange {
  band: number;
  /** Prices inside are mostly multiples of this; infinite in the last band. */
  step: number;
}

/** The bands that a range covers in full, and the parts of at most two bands at its ends. */
export function splitRange({ from, to }: PriceRange): { bands: number[]; parts: PartOfBand[] } {
  const bands: number[] = [];
  const parts: PartOfBand[] = [];
  for (const [band, { from: start, step }] of BANDS.entries()) {
    const next = BANDS[band + 1];
    const end = next ? next.from - 1 : Number(MAX_LAMPORTS);
    if (end < from || start > to) continue;
    if (from <= start && to >= end) bands.push(band);
    else parts.push({ band, step, from: Math.max(from, start), to: Math.min(to, end) });
  }
  return { bands, parts };
}
