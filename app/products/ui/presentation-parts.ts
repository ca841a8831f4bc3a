import { createPart } from "../../ui/part";
import * as picturesOnServer from "./pictures-field";
import * as sampleOnServer from "./sample-field";

/** The pictures of a product, as its seller changes them. */
export const picturesPart = createPart(
  () => import("./pictures-field"),
  import.meta.env.SSR ? picturesOnServer : null,
);

/** The sample of a product, as its seller changes it. */
export const samplePart = createPart(
  () => import("./sample-field"),
  import.meta.env.SSR ? sampleOnServer : null,
);
