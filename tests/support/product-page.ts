import type { Page } from "playwright-core";
import { newAddress } from "./person";

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
