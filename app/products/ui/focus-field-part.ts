import { createPart } from "../../ui/part";
import * as onServer from "./focus-field";

/** Loaded with the first cover. */
export const focusFieldPart = createPart(
  () => import("./focus-field"),
  import.meta.env.SSR ? onServer : null,
);
