import { createPart } from "../../ui/part";
import * as onServer from "./followed-order";

/**
 * What the page shows from the moment when there is an order, and where nothing can be bought.
 * Visitors and buyers who only look do not load it.
 */
export const orderPart = createPart(
  () => import("./followed-order"),
  import.meta.env.SSR ? onServer : null,
);
