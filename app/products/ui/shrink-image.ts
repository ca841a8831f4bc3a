/** Longest side of a cover or image, px: twice what the widest page shows. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.85;

/**
 * The picture as it leaves the browser: at most 1600 px wide or high, as WebP (JPEG where the browser
 * can't), without the camera's notes. What is small already, moves, or can't be drawn stays as it is.
 */
export async function shrinkImage(file: File): Promise<File> {
  if (file.type === "image/gif" || file.type === "image/svg+xml") return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const small = await toBlob(canvas);
  if (!small || small.size >= file.size) return file;
  const name = file.name.replace(/\.[^.]*$/, "");
  return new File([small], `${name}.${small.type.slice("image/".length)}`, { type: small.type });
}

/** A browser that can't write WebP gives a PNG instead, far too big for a photograph. */
async function toBlob(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const encode = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  const webp = await encode("image/webp");
  return webp?.type === "image/webp" ? webp : encode("image/jpeg");
}
