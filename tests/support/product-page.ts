import type { BrowserContext, Page } from "playwright-core";
import { newAddress } from "./random-keys";

/** Fills the new-product form by the names of its controls; values replace the defaults. */
export async function fillProduct(page: Page, values: Record<string, string> = {}): Promise<void> {
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

/** A file to choose, held in memory. */
export function fileOf(bytes: Buffer, name = "rain.wav") {
  return { name, mimeType: "audio/wav", buffer: bytes };
}

/** Publishes a product with a small file straight through the resources; its id comes back. */
export async function publishNow(
  context: BrowserContext,
  url: string,
  values: Record<string, string> = {},
): Promise<string> {
  const headers = { Origin: url };
  const bytes = Buffer.from("the goods");
  const multipart = {
    title: "Rain",
    price: "0.25",
    category: "1",
    description: "An hour of rain.",
    recipient: newAddress(),
    saleType: "infinite",
    fileName: "rain.wav",
    fileSize: String(bytes.length),
    ...values,
  };
  const opened = await context.request.post(`${url}/api/uploads`, { headers, multipart });
  const { key, productId } = await opened.json();
  const upload = `${url}/api/uploads/${encodeURIComponent(key)}`;
  await context.request.put(`${upload}/parts/1`, { headers, data: bytes });
  const done = await context.request.post(`${upload}/complete`, { headers });
  if (!done.ok()) throw new Error(`${done.status()} ${await done.text()}`);
  return productId;
}
