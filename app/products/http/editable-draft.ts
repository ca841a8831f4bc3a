import { mediaUrl } from "../rules/cover";
import type { EditableDraft } from "../rules/draft";
import { preparedUploadsOf } from "../rules/release";
import type { StoredDraft } from "../use-cases/drafts";

/** A draft as its form shows it. */
export function editableDraft({ product, fields, release, keptUntil }: StoredDraft): EditableDraft {
  const { id: productId, updatedAt, coverMediaId, imageMediaId } = product;
  return {
    productId,
    updatedAt,
    fields,
    keptUntil,
    images: { cover: mediaUrl(coverMediaId), image: mediaUrl(imageMediaId) },
    uploads: release ? preparedUploadsOf(release) : [],
  };
}
