// @chunk product
import type { StarTexts } from "../rules/rating";

/** The stars of a product: `★ 4.5 (12)`, in words for screen readers. */
export function Stars({ stars: { short, label } }: { stars: StarTexts }) {
  return (
    <span role="img" aria-label={label}>
      {short}
    </span>
  );
}
