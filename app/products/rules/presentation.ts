import { type ShownPicture, type StoredImage, shownPicture } from "./pictures";
import { type Sample, type ShownSample, shownSample } from "./sample";

/** What shows a product beside its cover and its text. */
export interface Presentation {
  /** In order. */
  pictures: StoredImage[];
  sample: Sample | null;
}

export interface ShownPresentation {
  /** In order. */
  pictures: ShownPicture[];
  sample: ShownSample | null;
}

export function shownPresentation({ pictures, sample }: Presentation): ShownPresentation {
  return { pictures: pictures.map(shownPicture), sample: sample && shownSample(sample) };
}
