import { detectImageType, MAX_IMAGE_BYTES } from "../../images/rules/image-types";
import { type ImageSizes, makeSizes } from "../../images/ui/image-sizes";
import type { Translation } from "../../lib/translator";
import { checkImageFile } from "../rules/check-image";
import type { FileProblem } from "../rules/sold-file";
import { setFile } from "./file-input";
import { refuseFile } from "./refuse-file";

/** At least what `detectImageType` reads. */
const HEAD_BYTES = 64;

export interface ChosenImage {
  /** The choice that counts now; null without one. */
  sizes: ImageSizes | null;
  /** Why the chosen file is refused, translated; empty where it is not. */
  error: string;
}

/** The sizes of an image to upload, or why the server would refuse it. */
export async function reduceImage(
  file: File,
): Promise<{ sizes: ImageSizes } | { problem: FileProblem }> {
  const isImage = detectImageType(await bytesOf(file.slice(0, HEAD_BYTES))) !== null;
  const sizes = isImage ? await makeSizes(file) : { large: file, small: null };
  // One byte more shows that it is too large; a file of any size may be chosen.
  const bytes = await bytesOf(sizes.large.slice(0, MAX_IMAGE_BYTES + 1));
  const checked = checkImageFile(file.name, bytes);
  return "problem" in checked ? { problem: checked.problem } : { sizes };
}

/**
 * Reduces a chosen image, or refuses one that the server would refuse. `stays` is the valid choice
 * before. Null where another file was chosen meanwhile. Loaded when an image is chosen.
 */
export async function chooseImage(
  input: HTMLInputElement,
  file: File,
  stays: ImageSizes | null,
  t: Translation<["publish", "refusals"]>["t"],
): Promise<ChosenImage | null> {
  const reduced = await reduceImage(file);
  if (input.files?.[0] !== file) return null;
  if ("problem" in reduced) {
    return { sizes: stays, error: refuseFile(input, stays?.large ?? null, reduced.problem, t) };
  }
  const { sizes } = reduced;
  setFile(input, sizes.large);
  return { sizes, error: "" };
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}
