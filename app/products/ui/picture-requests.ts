import type { ImageSizes } from "../../images/ui/image-sizes";
import { apiPaths } from "../../lib/api-paths";
import type { ShownPicture } from "../rules/pictures";
import { MAX_OPERATION_RETRY_MS, retryWithBackoff, sendRequest } from "./retry-with-backoff";
import { sendBody } from "./send-body";

/** As the server lists them. */
interface Answer {
  pictures: {
    id: string;
    url: string;
    srcSet: string | null;
    width: number | null;
    height: number | null;
  }[];
}

/**
 * Adds a picture; returns the list. Not repeated: where the answer is lost, the picture may be there. Throws
 * `UploadRejected`.
 *
 * @param onProgress is told how much was sent, of 1
 */
export async function sendPicture(
  productId: string,
  { large, small }: ImageSizes,
  onProgress: (sent: number) => void,
): Promise<ShownPicture[]> {
  const form = new FormData();
  form.set("picture", large);
  if (small) form.set("pictureSmall", small);
  const total = large.size + (small?.size ?? 0);
  const { signal } = new AbortController();
  const sending = {
    signal,
    onProgress: (bytes: number) => onProgress(Math.min(1, bytes / (total || 1))),
  };
  const send = () => sendBody("POST", apiPaths.pictures(productId), form, sending);
  const { body } = await retryWithBackoff(send, { signal, maxMs: 0 });
  const { pictures } = JSON.parse(body) as Answer;
  return pictures.map(({ srcSet, width, height, ...picture }) => ({
    ...picture,
    srcSet: srcSet ?? undefined,
    size: width && height ? { width, height } : null,
  }));
}

/** Puts the pictures in order; those that are left out are removed. Throws `UploadRejected`. */
export async function sendOrder(
  productId: string,
  pictures: readonly string[],
  shown: readonly string[],
): Promise<void> {
  const { signal } = new AbortController();
  const headers = { "Content-Type": "application/json" };
  // Also where the page is left at once.
  const body = JSON.stringify({ pictures, shown });
  const init = { method: "PUT", headers, body, signal, keepalive: true };
  const send = () => sendRequest(apiPaths.pictures(productId), init);
  await retryWithBackoff(send, { signal, maxMs: MAX_OPERATION_RETRY_MS });
}

/** The bytes of a picture that is shown, which the browser has in general. Throws where they can't be had. */
export async function fetchSizes({ url, srcSet }: ShownPicture): Promise<ImageSizes> {
  const smallUrl = srcSet?.split(" ")[0];
  const [large, small] = await Promise.all([fetchFile(url), smallUrl ? fetchFile(smallUrl) : null]);
  return { large, small };
}

async function fetchFile(url: string): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  const bytes = await response.blob();
  return new File([bytes], `picture.${bytes.type.split("/")[1] ?? "png"}`, { type: bytes.type });
}
