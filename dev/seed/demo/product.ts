import type { FocusPoint } from "../../../app/products/rules/focus-point";
import type { SaleType } from "../../../app/products/rules/sale-type";

export interface DemoFile {
  name: string;
  type: string;
  make(): Uint8Array;
}

/** A product of the demo, in the language of its seller. */
export interface DemoProduct {
  /** Must not change: the ids are derived from it. */
  slug: string;
  title: string;
  description: string;
  category: number;
  subcategory: number;
  /** SOL as decimal text. */
  price: string;
  saleType?: SaleType;
  saleLimit?: number;
  disabled?: boolean;
  /** Hours before the seed. */
  age: number;
  file: DemoFile;
  /** A PNG; default the cover that is generated from the id. */
  cover?: () => Uint8Array;
  image?: () => Uint8Array;
  /** Those after it. */
  images?: readonly (() => Uint8Array)[];
  /** Its first bytes say what it is. */
  sample?: Pick<DemoFile, "name" | "make">;
  /** Default the middle. */
  coverFocus?: FocusPoint;
  /** Number of buyers. */
  sales?: number;
}
