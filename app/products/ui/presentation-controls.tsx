import type { ShownPresentation } from "../rules/presentation";
import { PicturesField, type PicturesFieldProps } from "./pictures-field";
import { SampleField, type SampleFieldProps } from "./sample-field";
import type { PendingUploads } from "./use-pending-uploads";

export interface PresentationProps {
  /** The id of the product or draft, which is saved first where it is new. */
  ensureProduct: () => Promise<string>;
  initial: ShownPresentation;
  pending: PendingUploads;
  /** Called with what the server has after each change. */
  onPictures: PicturesFieldProps["onChange"];
  onSample: SampleFieldProps["onChange"];
  /** Of the control of pictures. */
  error?: string | undefined;
  lost?: string | undefined;
}

/** The fields of pictures and sample. */
export function PresentationControls(props: PresentationProps) {
  const { ensureProduct, initial, pending, onPictures, onSample, error, lost } = props;
  const common = { ensureProduct, pending };
  return (
    <>
      <PicturesField
        {...common}
        initial={initial.pictures}
        onChange={onPictures}
        error={error}
        lost={lost}
      />
      <SampleField {...common} initial={initial.sample} onChange={onSample} />
    </>
  );
}
