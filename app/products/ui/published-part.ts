import { createPart } from "../../ui/part";
import * as onServer from "./published-card";

/** What follows the form of a new product. */
export const publishedPart = createPart(
  () => import("./published-card"),
  import.meta.env.SSR ? onServer : null,
);
