import { createPart } from "../../ui/part";
import * as onServer from "./product-text";

/** Texts of the page that have no behaviour and are in its HTML. Loaded where they change. */
export const productPart = createPart(
  () => import("./product-text"),
  import.meta.env.SSR ? onServer : null,
);
