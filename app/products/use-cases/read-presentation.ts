import type { Presentations } from "../../../db/products/presentations";
import { type ShownPresentation, shownPresentation } from "../rules/presentation";

/** The pictures and the sample of a product that the viewer may see. */
export async function readPresentation(
  { productId }: { productId: string },
  { presentations }: { presentations: Pick<Presentations, "ofProduct"> },
): Promise<ShownPresentation> {
  return shownPresentation(await presentations.ofProduct(productId));
}
