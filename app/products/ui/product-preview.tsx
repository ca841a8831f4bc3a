import { memo, Suspense } from "react";
import { createPart, usePart } from "../../ui/part";
import { useHydrated } from "../../ui/use-hydrated";
import type { ProductPreviewProps } from "./previewed-product";

/** Loaded once the page is there. */
const previewedPart = createPart(() => import("./previewed-product"), null);

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
