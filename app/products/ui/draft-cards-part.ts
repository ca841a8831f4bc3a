import { createPart } from "../../ui/part";
import * as onServer from "./draft-cards";

/** Links alone: the page works before it is loaded. */
export const draftCardsPart = createPart(
  () => import("./draft-cards"),
  import.meta.env.SSR ? onServer : null,
);
