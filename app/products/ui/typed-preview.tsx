import { type RefObject, useMemo } from "react";
import { REMOVE_FIELDS } from "../rules/file-names";
import { parsePercent } from "../rules/focus-point";
import type { ProductFields } from "../rules/product-fields";
import type { ProductPreviewProps } from "./previewed-product";
import { ProductPreview } from "./product-preview";
import { useTypedProduct } from "./use-typed-product";

interface Props extends Omit<ProductPreviewProps, "fields" | "cover"> {
  form: RefObject<HTMLFormElement>;
  /** What the page gave the form. */
  initial: ProductFields;
  /** URL of the stored cover; empty without. */
  storedCover: string;
  /** URL of the cover that was chosen in the form; empty without. */
  chosenCover: string;
}

/**
 * The purchase page as the form would make it. A component of its own: the form is not rendered again while it is
 * typed into.
 */
export function TypedPreview({ form, initial, storedCover, chosenCover, ...shown }: Props) {
  const fields = useTypedProduct(form, initial);
  const box = form.current?.elements.namedItem(REMOVE_FIELDS.cover);
  const isRemoved = box ? (box as HTMLInputElement).checked : false;
  const url = chosenCover || (isRemoved ? "" : storedCover);
  const { coverFocusX, coverFocusY } = fields;
  const cover = useMemo(() => {
    const [x, y] = [parsePercent(coverFocusX), parsePercent(coverFocusY)];
    return url ? { url, focus: x === null || y === null ? null : { x, y } } : null;
  }, [url, coverFocusX, coverFocusY]);
  return <ProductPreview fields={fields} cover={cover} {...shown} />;
}
