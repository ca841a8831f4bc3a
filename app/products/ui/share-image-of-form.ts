import { formatPrice } from "../../lib/lamports";
import { pageTranslator } from "../../ui/translation";
import { generateCover } from "../rules/cover";
import { REMOVE_FIELDS } from "../rules/file-names";
import { CENTRE, parsePercent } from "../rules/focus-point";
import { newProductId } from "../rules/new-product-id";
import { parseFormFields } from "../rules/product-fields";
import { validateProduct } from "../rules/product-form";
import { sharePrice } from "../rules/share-image";
import { drawShareImage } from "./draw-share-image";

/** What the picture shows besides the form. */
export type ShareImageSource =
  /** A stored product; `cover` is the URL of its cover, empty without one. */
  | { productId: string; cover: string }
  /** The seller of a product that the form starts by its `requestId`. */
  | { uid: string };

/** The picture of links to the product of a form, in the page's language; null where the form is not valid. */
export async function shareImageOfForm(
  form: FormData,
  source: ShareImageSource,
  signal: AbortSignal,
): Promise<Blob | null> {
  const fields = parseFormFields(form);
  const parsed = validateProduct(fields, true);
  if (!parsed.ok) return null;
  const { title } = parsed.terms;
  const focus = {
    x: parsePercent(fields.coverFocusX) ?? CENTRE.x,
    y: parsePercent(fields.coverFocusY) ?? CENTRE.y,
  };
  const cover =
    (await coverImage(form, source, signal)) ?? (await generatedCover(form, source, signal));
  const translator = pageTranslator();
  const { t } = translator.forNamespaces("common");
  const words = { free: t("free"), from: t("from") };
  const price = sharePrice(formatPrice(parsed.terms), translator.language, words);
  return drawShareImage({ title, price, cover, focus });
}

/** The chosen cover, else the stored one; null without a picture, and for one that can't be decoded. */
async function coverImage(
  form: FormData,
  source: ShareImageSource,
  signal: AbortSignal,
): Promise<ImageBitmap | null> {
  const chosen = form.get("cover");
  if (chosen instanceof File && chosen.size > 0) return decode(chosen);
  if (!("cover" in source) || source.cover === "" || form.get(REMOVE_FIELDS.cover)) return null;
  const answer = await fetch(source.cover, { signal });
  if (!answer.ok) throw new Error(`the cover answers ${answer.status}`);
  return decode(await answer.blob());
}

function decode(file: Blob): Promise<ImageBitmap | null> {
  return createImageBitmap(file).catch(() => null);
}

/** The cover that is drawn for a product without a picture. */
async function generatedCover(
  form: FormData,
  source: ShareImageSource,
  signal: AbortSignal,
): Promise<HTMLImageElement> {
  const id =
    "uid" in source
      ? await newProductId(source.uid, String(form.get("requestId")))
      : source.productId;
  const image = new Image(GENERATED_WIDTH_PX, (GENERATED_WIDTH_PX * 3) / 4);
  // Firefox draws an SVG that has a size only.
  const size = `width="${image.width}" height="${image.height}"`;
  const svg = generateCover(id).replace("<svg ", `<svg ${size} `);
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  signal.addEventListener("abort", () => URL.revokeObjectURL(url), { once: true });
  image.src = url;
  await image.decode();
  return image;
}

/** Its height is more than that of the picture of shared links. */
const GENERATED_WIDTH_PX = 960;
