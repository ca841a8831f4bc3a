import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { sanitizeImage } from "../../../app/images/rules/sanitize-image";
import { MAX_SHARE_IMAGE_BYTES } from "../../../app/products/rules/share-image";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { plantedImages } from "../../support/images/planted";
import { filePayload, fillProductForm, photograph } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();

test("Chromium decodes each image to the same pixels with and without its metadata", async () => {
  const page = await browser.newPage();
  await page.goto(`${url}/terms`);
  for (const { name, type, bytes, frames } of plantedImages()) {
    const clean = sanitizeImage(bytes);
    if (typeof clean === "string") throw new Error(`${name}: ${clean}`);
    const files = [bytes, clean.bytes].map((file) => Buffer.from(file).toString("base64"));
    const [original, sanitized] = await page.evaluate(decode, { files, type });
    expect({ name, decoded: sanitized }).toEqual({ name, decoded: original });
    expect([name, original?.pixels.length]).toEqual([name, frames]);
    const { width, height } = original ?? {};
    expect({ name, width, height }).toEqual({ name, ...clean.shown });
  }
  await page.close();
});

// spec: product.image-sizes
test("a chosen photograph is uploaded in two sizes and drawn into the picture of shared links", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const page = await context.newPage();
  await page.goto(`${url}/transaction`);
  const title = `Photograph ${randomBytes(6).toString("hex")}`;
  await fillProductForm(page, { title });
  const submit = page.getByRole("button", { name: "Register product" });
  await expect.poll(() => submit.isDisabled()).toBe(false);
  for (const slot of ["cover", "image"]) {
    await page.locator(`[name=${slot}]`).setInputFiles(await photograph(page));
  }
  await page.getByAltText("Preview: Cover image").waitFor();
  await page.getByText("Picture 1 of 1 is added.").waitFor();
  await page.locator("[name=file]").setInputFiles(filePayload(randomBytes(10)));
  await submit.click();
  await page.getByRole("heading", { name: "Product registered" }).waitFor();
  const id = new URL(page.url()).searchParams.get("published");

  const widths = (path: string) =>
    page.goto(url + path).then(() =>
      page.locator("main img[src^='/media/']").evaluateAll((images) =>
        Promise.all(
          images.map(async (image) => {
            const fetched = await fetch((image as HTMLImageElement).src);
            return (await createImageBitmap(await fetched.blob())).width;
          }),
        ),
      ),
    );
  expect(await widths(`/shop?q=${encodeURIComponent(title)}`)).toEqual([640]);
  expect(await widths(`/preview/${id}`)).toEqual([1600, 1600]);

  const published = await sharePicture(page, `${url}/acheter/${id}`);
  // The cover is on the left, and the panel with the title on the right.
  expect(published).toMatchObject({ size: [1200, 630], type: "image/jpeg", hasPanel: true });
  expect(published.bytes).toBeLessThanOrEqual(MAX_SHARE_IMAGE_BYTES);
  await page.goto(`${url}/edit/${id}`);
  await page.locator("[name=price]").fill("1234.5");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved").first().waitFor();
  const edited = await sharePicture(page, `${url}/acheter/${id}`);
  expect(edited).toMatchObject({ size: [1200, 630], hasPanel: true, cover: published.cover });
  expect(edited.panel).not.toBe(published.panel);

  // Wallets take no GIF. Its first frame as WebP is larger than a GIF of one pixel.
  const icon = await iconOf(page, id);
  expect(icon).toMatchObject({ type: "image/webp", width: 640 });
  await page.goto(`${url}/edit/${id}`);
  const pixel = Buffer.from("R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=", "base64");
  const payload = { name: "pixel.gif", mimeType: "image/gif", buffer: pixel };
  await page.locator("[name=cover]").setInputFiles(payload);
  await page.getByAltText(/^Preview: /).waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved").first().waitFor();
  const changed = await iconOf(page, id);
  expect(changed).toMatchObject({ type: "image/webp", width: 1 });
  await context.close();
});

/** Type and width of the icon that wallets are given for a product. */
function iconOf(page: Page, productId: string | null) {
  return page.evaluate(async (path) => {
    const { icon } = (await (await fetch(path)).json()) as { icon: string };
    const blob = await (await fetch(new URL(icon).pathname)).blob();
    return { type: blob.type, width: (await createImageBitmap(blob)).width };
  }, `/api/actions/buy/${productId}`);
}

/** The picture in the card of a page, with its left and right half as text. */
async function sharePicture(page: Page, address: string) {
  await page.goto(address);
  return page.evaluate(async () => {
    const tag = document.querySelector<HTMLMetaElement>("meta[property='og:image']");
    const blob = await (await fetch(new URL(tag?.content ?? "").pathname)).blob();
    const bitmap = await createImageBitmap(blob);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [60, 32];
    const context = canvas.getContext("2d");
    context?.drawImage(bitmap, 0, 0, 60, 32);
    // Without the pixels at the border of the two halves; compression changes single values a little.
    const half = (x: number, width: number) =>
      [...(context?.getImageData(x, 0, width, 32).data ?? [])].map((value) => value >> 5).join(" ");
    const [red = 0, green = 0, blue = 0] = context?.getImageData(58, 0, 1, 1).data ?? [];
    return {
      type: blob.type,
      bytes: blob.size,
      size: [bitmap.width, bitmap.height],
      // The paper of the light theme.
      hasPanel: Math.abs(red - 247) + Math.abs(green - 244) + Math.abs(blue - 238) < 12,
      cover: half(0, 30),
      panel: half(33, 27),
    };
  });
}

/** Size and pixels of each frame, in the page. Pixels are shown as their SHA-256. */
async function decode({ files, type }: { files: string[]; type: string }) {
  return Promise.all(
    files.map(async (base64) => {
      // The policy of the page forbids to fetch a data URL.
      const blob = new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type });
      const shown = new Image();
      shown.src = URL.createObjectURL(blob);
      await shown.decode();
      const decoder = new ImageDecoder({ type, data: await blob.arrayBuffer() });
      await Promise.all([decoder.completed, decoder.tracks.ready]);
      const pixels: string[] = [];
      for (let frame = 0; frame < (decoder.tracks.selectedTrack?.frameCount ?? 0); frame += 1) {
        const { image } = await decoder.decode({ frameIndex: frame });
        const data = new Uint8Array(image.allocationSize({ format: "RGBA" }));
        await image.copyTo(data, { format: "RGBA" });
        const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
        pixels.push(`${image.duration} ${hash.join(" ")}`);
      }
      const repetitions = decoder.tracks.selectedTrack?.repetitionCount;
      // After the orientation is applied.
      return { width: shown.naturalWidth, height: shown.naturalHeight, repetitions, pixels };
    }),
  );
}
