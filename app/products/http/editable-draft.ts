import { mediaUrl } from "../rules/cover";
import type { EditableDraft } from "../rules/draft";
import { preparedUploadsOf } from "../rules/release";
import type { StoredDraft } from "../use-cases/drafts";
import { readPresentation } from "../use-cases/read-presentation";

/** A draft as its form shows it. */
export async function editableDraft(
  { product, fields, release, keptUntil }: StoredDraft,
  ports: Parameters<typeof readPresentation>[1],
): Promise<EditableDraft> {
  const { id: productId, updatedAt, coverMediaId, imageMediaId } = product;
  return {
    productId,
    updatedAt,
    fields,
    keptUntil,
    images: { cover: mediaUrl(coverMediaId), image: mediaUrl(imageMediaId) },
    presentation: await readPresentation({ productId }, ports),
    uploads: release ? preparedUploadsOf(release) : [],
  };
}
