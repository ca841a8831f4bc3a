import { memo } from "react";
import { usePart } from "../../ui/part";
import { PartBoundary } from "../../ui/part-boundary";
import type { ShownPresentation } from "../rules/presentation";
import type { PicturesFieldProps } from "./pictures-field";
import { picturesPart, samplePart } from "./presentation-parts";
import type { SampleFieldProps } from "./sample-field";
import type { PendingUploads } from "./use-pending-uploads";

export interface PresentationFieldsProps {
  /** The id of the product or draft, which is saved first where it is new. */
  ensureProduct: () => Promise<string>;
  initial: ShownPresentation;
  pending: PendingUploads;
  /** Called with what the server has after each change. */
  onPictures: PicturesFieldProps["onChange"];
  onSample: SampleFieldProps["onChange"];
  disabled?: boolean;
  /** Of the control of pictures. */
  error?: string | undefined;
  lost?: string | undefined;
}

/**
 * The fields of pictures and sample. Rendered again only with other props, which the form keeps the same: a boundary
 * that gets new ones before its part is there would lose the HTML of the server.
 */
export const PresentationFields = memo(function PresentationFields(props: PresentationFieldsProps) {
  const { ensureProduct, initial, pending, onPictures, onSample, disabled, error, lost } = props;
  const common = { ensureProduct, pending, ...(disabled !== undefined && { disabled }) };
  return (
    <>
      <PartBoundary part={picturesPart}>
        <PicturesFromPart
          {...common}
          initial={initial.pictures}
          onChange={onPictures}
          error={error}
          lost={lost}
        />
      </PartBoundary>
      <PartBoundary part={samplePart}>
        <SampleFromPart {...common} initial={initial.sample} onChange={onSample} />
      </PartBoundary>
    </>
  );
});

function PicturesFromPart(props: PicturesFieldProps) {
  const { PicturesField } = usePart(picturesPart);
  return <PicturesField {...props} />;
}

function SampleFromPart(props: SampleFieldProps) {
  const { SampleField } = usePart(samplePart);
  return <SampleField {...props} />;
}
