import { memo } from "react";
import { usePart } from "../../ui/part";
import { PartBoundary } from "../../ui/part-boundary";
import type { PresentationProps } from "./presentation-controls";
import { presentationPart } from "./presentation-part";

/**
 * The fields of pictures and sample. Rendered again only with other props, which the form keeps the same: a boundary
 * that gets new ones before its part is there would lose the HTML of the server.
 */
export const PresentationFields = memo(function PresentationFields(props: PresentationProps) {
  return (
    <PartBoundary part={presentationPart}>
      <FromPart {...props} />
    </PartBoundary>
  );
});

function FromPart(props: PresentationProps) {
  const { PresentationControls } = usePart(presentationPart);
  return <PresentationControls {...props} />;
}
