import type { ImageRefusal } from "../../images/rules/byte-view";
import { MAX_IMAGE_BYTES } from "../../images/rules/image-types";
import {
  MAX_IMAGE_FRAMES,
  MAX_IMAGE_SIDE_PX,
  type SanitizedImage,
  sanitizeImage,
} from "../../images/rules/sanitize-image";
import { assertNever } from "../../lib/assert-never";
import { cleanFileName } from "./file-names";
import type { FileProblem } from "./sold-file";

/** The image of a file without its metadata, or why it is refused, in the browser as on the server. */
export function checkImageFile(
  fileName: string,
  bytes: Uint8Array,
): { image: SanitizedImage } | { problem: FileProblem } {
  const name = cleanFileName(fileName);
  if (bytes.byteLength === 0) return { problem: { messageKey: "image_empty", params: { name } } };
  if (bytes.byteLength > MAX_IMAGE_BYTES) {
    const params = { name, megabytes: MAX_IMAGE_BYTES / (1024 * 1024) };
    return { problem: { messageKey: "image_too_large", params } };
  }
  const image = sanitizeImage(bytes);
  return typeof image === "string" ? { problem: problemOf(image, name) } : { image };
}

function problemOf(refusal: ImageRefusal, name: string): FileProblem {
  switch (refusal) {
    case "unreadable":
      return { messageKey: "image_unreadable", params: { name } };
    case "too_many_pixels":
      return { messageKey: "image_too_wide", params: { name, pixels: MAX_IMAGE_SIDE_PX } };
    case "too_many_frames":
      return { messageKey: "image_too_long", params: { name, frames: MAX_IMAGE_FRAMES } };
    default:
      return assertNever(refusal);
  }
}
