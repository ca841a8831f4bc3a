import type { Page } from "playwright-core";
import { expect } from "vitest";

/** An image of which the browser chooses between two files. */
interface ChosenImage {
  /** Address of the chosen file, without its origin. */
  file: string;
  /** Width in the layout, in CSS pixels. */
  shown: number;
  /**
   * Width by `sizes`: a browser corrects the width of the file by the density that it has with the
   * width that `srcset` gives. 0 while it loads.
   */
  said: number;
}

/** Rounding, and parts of a rem. */
const TOLERANCE_PX = 3;

/**
 * Waits until all images of a page that have two files are loaded, and are as wide as `sizes` and `srcset`
 * say, less the scroll bars. Returns the addresses of their files.
 */
export async function filesOfTrueSizes(page: Page, scrollBarsPx = 0): Promise<string[]> {
  const images = page.locator("img[srcset]");
  const read = (): Promise<ChosenImage[]> =>
    images.evaluateAll((found) =>
      (found as HTMLImageElement[]).map((image) => ({
        file: image.currentSrc.replace(location.origin, ""),
        shown: image.getBoundingClientRect().width,
        said: image.naturalWidth,
      })),
    );
  const isWrong = ({ shown, said }: ChosenImage) =>
    said - shown < -TOLERANCE_PX || said - shown > TOLERANCE_PX + scrollBarsPx;
  await expect.poll(async () => (await read()).filter(isWrong)).toEqual([]);
  const chosen = await read();
  expect(chosen.length).toBeGreaterThan(0);
  return chosen.map(({ file }) => file);
}

/** A function that changes window and pixel density of a page, whose context is then not used again. */
export async function screenOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  return async (width: number, density: number) => {
    // Lasts as long as the session.
    await session.send("Emulation.setDeviceMetricsOverride", {
      width,
      height: 1200,
      deviceScaleFactor: density,
      mobile: false,
    });
    const screen = () => page.evaluate(() => [innerWidth, devicePixelRatio]);
    await expect.poll(screen).toEqual([width, density]);
  };
}
