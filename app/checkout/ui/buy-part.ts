import { createPart } from "../../ui/part";
import * as onServer from "./buy-panel";

/** What opens an order for an account. Visitors do not load it. */
export const buyPart = createPart(
  () => import("./buy-panel"),
  import.meta.env.SSR ? onServer : null,
);
