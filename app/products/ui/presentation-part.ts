import { createPart } from "../../ui/part";
import * as onServer from "./presentation-controls";

/** The pictures and the sample of a product, as its seller changes them. */
export const presentationPart = createPart(
  () => import("./presentation-controls"),
  import.meta.env.SSR ? onServer : null,
);
