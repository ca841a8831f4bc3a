import { createPart } from "../../ui/part";
import * as onServer from "./resume-uploads";

/** Loaded where uploads were interrupted. */
export const resumeUploadsPart = createPart(
  () => import("./resume-uploads"),
  import.meta.env.SSR ? onServer : null,
);
