import type { SaleType } from "../../../app/products/rules/sale-type";

export interface DemoFile {
  name: string;
  type: string;
  make(): Uint8Array;
}

/** A product of the demo, in the language of its seller. */
export interface DemoProduct {
  /** Names it for ever: its ids are made from this. */
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
  /** A PNG; without one it wears the cover that is drawn from its id. */
  cover?: () => Uint8Array;
  image?: () => Uint8Array;
  /** How many people have bought it. */
  sales?: number;
}
