import type { Picture } from "../../products/rules/picture";

export interface LibraryEntry {
  productId: string;
  /** Null where the product has none, or is not there any more. */
  title: string | null;
  description: string;
  picture: Picture;
  /** Epoch ms. */
  boughtAt: number;
}

export interface LibraryPage {
  entries: LibraryEntry[];
  /** Where the next page continues (epoch ms); null on the last one. */
  next: number | null;
}
