import { createPart } from "../../ui/part";
import * as onServer from "./followed-order";

declare global {
  interface ImportMetaEnv {
    /** Set by the build, on the server. */
    readonly ORDER_CODE?: readonly string[];
  }
}

/** Addresses of the scripts of `orderPart`, for a page that will need them. Empty in the browser. */
export const ORDER_CODE = import.meta.env.ORDER_CODE ?? [];

/**
 * What the page shows from the moment when there is an order, and where nothing can be bought.
 * Visitors and buyers who only look do not load it.
 */
export const orderPart = createPart(
  () => import("./followed-order"),
  import.meta.env.SSR ? onServer : null,
);
