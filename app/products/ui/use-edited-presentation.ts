import { useRef, useState } from "react";
import type { ShownPresentation } from "../rules/presentation";
import type { PresentationProps } from "./presentation-controls";
import { usePendingUploads } from "./use-pending-uploads";

/** What the fields of pictures and sample need: the same object for as long as the form is there. */
export type EditedPresentation = Omit<PresentationProps, "error" | "lost">;

/**
 * The pictures and the sample of a product while its form changes them. `ensureProduct` returns the id of the product
 * or draft, which is saved first where it is new. `shown` is what the server has by now.
 */
export function useEditedPresentation(
  initial: ShownPresentation,
  ensureProduct: () => Promise<string>,
) {
  const [pending, isBusy] = usePendingUploads();
  const [shown, setShown] = useState(initial);
  const latest = useRef(ensureProduct);
  latest.current = ensureProduct;
  const [fields] = useState<EditedPresentation>(() => ({
    initial,
    pending,
    ensureProduct: () => latest.current(),
    onPictures: (pictures) => setShown((now) => ({ ...now, pictures: [...pictures] })),
    onSample: (sample) => setShown((now) => ({ ...now, sample })),
  }));
  return { fields, shown, pending, isBusy };
}
