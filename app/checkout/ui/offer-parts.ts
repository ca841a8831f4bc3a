import { createPart } from "../../ui/part";
import * as buyerOnServer from "./buy-panel";
import * as priceOnServer from "./price-form";
import * as visitorOnServer from "./visitor-panel";

/** What opens an order for an account. */
export const buyerPart = createPart(
  () => import("./buy-panel"),
  import.meta.env.SSR ? buyerOnServer : null,
);

/** How a visitor pays or signs in. */
export const visitorPart = createPart(
  () => import("./visitor-panel"),
  import.meta.env.SSR ? visitorOnServer : null,
);

/** What a buyer may type that changes the price, where something may be. */
export const pricePart = createPart(
  () => import("./price-form"),
  import.meta.env.SSR ? priceOnServer : null,
);
