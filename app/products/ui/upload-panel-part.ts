import { createPart } from "../../ui/part";

/** Loaded with the first file that goes up. */
export const uploadPanelPart = createPart(() => import("./upload-panel"), null);
