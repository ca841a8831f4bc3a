import { PERIODS, type Period } from "../../orders/rules/period";

/** The search parameters of the page of sources; null for the default. */
export interface SourcesPlace extends Record<string, string | null> {
  period: Period | null;
  /** The id of a product. */
  product: string | null;
}

export function sourcesPlaceIn(params: URLSearchParams): SourcesPlace {
  return {
    period: PERIODS.find((period) => period === params.get("period")) ?? null,
    product: params.get("product") || null,
  };
}

interface Sums {
  views: number;
  sales: number;
  /** Sales as a share of views; null without views. */
  conversion: number | null;
}

export interface ShownSource extends Sums {
  /** As it is kept. */
  source: string;
  /** The name that the seller made; null for another kind of source. */
  name: string | null;
}

export interface SourceFigures {
  /** Those with most sales first. */
  sources: ShownSource[];
  /** Of sources that are not listed; null where all are. */
  rest: Sums | null;
  /** The start of the first day that is counted, where the period has more than are read. Epoch ms. */
  countedFrom: number | null;
}
