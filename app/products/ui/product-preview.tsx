import { memo, Suspense } from "react";
import { createPart, usePart } from "../../ui/part";
import { useHydrated } from "../../ui/use-hydrated";
import type { FocusPoint } from "../rules/focus-point";
import type { ProductFields } from "../rules/product-fields";

/** Loaded once the page is there. */
const previewedPart = createPart(() => import("./previewed-product"), null);

export interface ProductPreviewProps {
  /** As typed. */
  fields: ProductFields;
  cover: { url: string; focus: FocusPoint | null } | null;
  /** Sizes in pixels, where they are known. */
  pictures: readonly { url: string; width?: number; height?: number }[];
  sample: { url: string; kind: "audio" | "video" | "image"; name: string } | null;
  files: readonly { name: string; sizeBytes: number }[];
  /** Their public name; empty while it is not chosen. */
  seller: string;
  /** Of a product that exists: its drawn cover follows from it. */
  productId?: string;
  /** Units that were sold. */
  sold?: number;
  /** Commission in basis points; default that of a seller without a plan. */
  feeBps?: number;
}

/**
 * The purchase page as it would look with what is typed. It is rendered again only with other props, so
 * that these should be the same objects while they say the same. It needs script, and renders nothing before.
 */
export const ProductPreview = memo(function ProductPreview(props: ProductPreviewProps) {
  if (!useHydrated()) return null;
  return (
    <Suspense>
      <FromPart {...props} />
    </Suspense>
  );
});

function FromPart(props: ProductPreviewProps) {
  const { PreviewedProduct } = usePart(previewedPart);
  return <PreviewedProduct {...props} />;
}
