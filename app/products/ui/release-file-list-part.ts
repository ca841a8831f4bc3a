import { createPart } from "../../ui/part";
import * as onServer from "./release-file-list";

/** Loaded with the first file. */
export const releaseFileListPart = createPart(
  () => import("./release-file-list"),
  import.meta.env.SSR ? onServer : null,
);
