import { SHARE_IMAGE_FIELD } from "../rules/share-image";
import type { ShareImageSource } from "./share-image-of-form";

/** A slow browser or network does not hold up the form. */
const MAX_DRAWING_MS = 5_000;

/**
 * The product form with the picture of shared links. Without it where the form is not valid or the
 * picture can't be drawn in time: the product is saved all the same.
 */
export async function withShareImage(form: FormData, source: ShareImageSource): Promise<FormData> {
  const inTime = AbortSignal.timeout(MAX_DRAWING_MS);
  const tooLate = new Promise<null>((resolve) => {
    inTime.addEventListener("abort", () => resolve(null), { once: true });
  });
  const drawing = import("./share-image-of-form")
    .then(({ shareImageOfForm }) => shareImageOfForm(form, source, inTime))
    .catch(() => null);
  const image = await Promise.race([drawing, tooLate]);
  if (image) form.set(SHARE_IMAGE_FIELD, image, "share.jpg");
  return form;
}
