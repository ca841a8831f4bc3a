import type { PageSource } from "../../lib/page-source";

/** What the page on which an order was opened says of where its visitor comes from. */
export interface OrderSource extends Pick<PageSource, "name"> {
  /** Null where the page does not know it. */
  from: PageSource["from"] | null;
}
