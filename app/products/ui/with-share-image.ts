import { formatSol } from "../../lib/lamports";
import { REMOVE_FIELDS } from "../rules/file-names";
import { parseFormFields, validateProduct } from "../rules/product-form";
import { SHARE_IMAGE_FIELD } from "../rules/share-image";
import { drawShareImage } from "./draw-share-image";

/** A slow browser or network does not hold up the form. */
const MAX_DRAWING_MS = 5_000;

/**
 * The product form with the picture of shared links. Without it where the form is not valid or the
 * picture can't be drawn in time: the product is saved all the same.
 *
 * @param currentCover URL of the stored cover; empty without one
 */
export async function withShareImage(form: FormData, currentCover: string): Promise<FormData> {
  const inTime = AbortSignal.timeout(MAX_DRAWING_MS);
  const tooLate = new Promise<null>((resolve) => {
    inTime.addEventListener("abort", () => resolve(null), { once: true });
  });
  const drawing = draw(form, currentCover, inTime).catch(() => null);
  const image = await Promise.race([drawing, tooLate]);
  if (image) form.set(SHARE_IMAGE_FIELD, image, "share.jpg");
  return form;
}

async function draw(form: FormData, currentCover: string, signal: AbortSignal) {
  const parsed = validateProduct(parseFormFields(form), true);
  if (!parsed.ok) return null;
  const { title, priceLamports } = parsed.terms;
  const cover = await coverOf(form, currentCover, signal);
  return drawShareImage({ title, amount: formatSol(priceLamports), cover });
}

/** The chosen cover, else the stored one. */
async function coverOf(form: FormData, current: string, signal: AbortSignal): Promise<Blob | null> {
  const chosen = form.get("cover");
  if (chosen instanceof File && chosen.size > 0) return chosen;
  if (current === "" || form.get(REMOVE_FIELDS.cover)) return null;
  const answer = await fetch(current, { signal });
  if (!answer.ok) throw new Error(`the cover answers ${answer.status}`);
  return answer.blob();
}
