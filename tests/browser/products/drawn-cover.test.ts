import { expect, inject, test } from "vitest";
import { coverDesign, generateCover } from "../../../app/products/rules/cover";
import { DRAWN_PNG_SIZE, drawnCoverPng } from "../../../app/products/rules/drawn-cover";
import { browserForFile } from "../../support/browser-for-file";

const { url } = inject("app");
const browser = browserForFile();

/** Of a channel; browsers smooth edges otherwise. */
const EDGE_LEVELS = 100;

// spec: product.covers
test("the PNG of a drawn cover is what Chromium draws of its SVG", async () => {
  const page = await browser.newPage();
  await page.goto(`${url}/terms`);
  const shown = new Map<string, number>();
  for (let at = 0; shown.size < 6 || Math.min(...shown.values()) < 4; at += 1) {
    const id = `product-${at}`;
    const design = `composition ${coverDesign(id).composition}`;
    shown.set(design, (shown.get(design) ?? 0) + 1);
    if ((shown.get(design) ?? 0) > 4) continue;
    const png = Buffer.from(await drawnCoverPng(id)).toString("base64");
    const different = await page.evaluate(compare, {
      svg: generateCover(id).replace(
        "<svg ",
        `<svg width="${DRAWN_PNG_SIZE.width}" height="${DRAWN_PNG_SIZE.height}" `,
      ),
      png,
      limit: EDGE_LEVELS,
    });
    expect([design, id, different]).toEqual([design, id, 0]);
  }
  await page.close();
});

/** Pixels that differ by more than the limit; in the page. */
async function compare({ svg, png, limit }: { svg: string; png: string; limit: number }) {
  const pixelsOf = async (blob: Blob) => {
    const image = new Image();
    image.src = URL.createObjectURL(blob);
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    return context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
  };
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const [one, other] = await Promise.all([
    pixelsOf(new Blob([svg], { type: "image/svg+xml" })),
    pixelsOf(new Blob([bytes], { type: "image/png" })),
  ]);
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  return one.reduce(
    (sum, value, at) => sum + Number(Math.abs(value - (other[at] ?? 0)) > limit),
    0,
  );
}
