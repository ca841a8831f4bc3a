/** The stars of a product, as pages show them. */
export interface Rating {
  /** Tenths of a star, rounded: 45 for 4.5. */
  tenths: number;
  /** Reviews whose stars count. */
  count: number;
}

/** The same in words: as it is shown, and for screen readers. */
export interface StarTexts {
  short: string;
  label: string;
}

/** Decimal text with a point: `4.5`. */
export function averageOf({ tenths }: Rating): string {
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** Null where there are no stars. */
export function ratingOf({
  ratingCount: count,
  ratingSum: sum,
}: {
  ratingCount: number;
  ratingSum: number;
}): Rating | null {
  if (count <= 0) return null;
  return { tenths: Math.floor((20 * sum + count) / (2 * count)), count };
}
