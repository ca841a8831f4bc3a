import type { BrowserContext, Page } from "playwright-core";
import { newAddress } from "./random-keys";
import { publish } from "./upload";

/** Fills the product form by the names of its controls; `values` override the defaults. */
export async function fillProductForm(
  page: Page,
  values: Record<string, string> = {},
): Promise<void> {
  const all = {
    title: "Rain",
    description: "An hour of rain.",
    recipient: newAddress(),
    ...values,
  };
  await page.locator("select[name=category]").selectOption(values.category ?? "1");
  for (const [name, value] of Object.entries(all)) {
    if (name === "category") continue;
    const control = page.locator(`[name=${name}]`);
    if ((await control.evaluate((node) => node.tagName)) === "SELECT")
      await control.selectOption(value);
    else await control.fill(value);
  }
}

/** An in-memory file for `setInputFiles`. */
export function filePayload(bytes: Buffer, name = "rain.wav") {
  return { name, mimeType: "audio/wav", buffer: bytes };
}

/** Publishes a product with a small file, signed in as the context; returns its id. */
export async function publishAsContext(
  context: BrowserContext,
  url: string,
  fields: Record<string, string | Blob> = {},
): Promise<string> {
  const cookies = await context.cookies(url);
  const headers = {
    Origin: url,
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
  };
  const seller = {
    wallet: newAddress(),
    call: (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, headers: { ...headers, ...init.headers } }),
  };
  return publish(seller, { title: "Rain", fileName: "rain.wav", ...fields });
}

/** A PNG of 2400 x 1200 that compresses badly, as a photograph. */
export async function photograph(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2400, 1200];
    const pen = canvas.getContext("2d");
    for (let at = 0; at < 4_000; at += 1) {
      if (pen) pen.fillStyle = `hsl(${(at * 137) % 360} 60% 50%)`;
      pen?.fillRect((at * 97) % 2400, (at * 61) % 1200, 90, 70);
    }
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  return { name: "photo.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}
