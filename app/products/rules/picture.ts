import { drawCover } from "./cover";
import { mediaUrl } from "./file-names";

/** The seller's cover, or the markup of the one that is drawn in its place. */
export interface Picture {
  url: string | null;
  drawn: string;
}

export function pictureOf({ id, coverKey }: { id: string; coverKey: string }): Picture {
  return coverKey ? { url: mediaUrl(coverKey), drawn: "" } : { url: null, drawn: drawCover(id) };
}
