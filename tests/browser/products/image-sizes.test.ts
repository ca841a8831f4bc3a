import { randomBytes } from "node:crypto";
import { expect, inject, test } from "vitest";
import { paths } from "../../../app/lib/paths";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { filesOfTrueSizes, screenOf } from "../../support/image-sizes";
import { flatPng } from "../../support/images/flat-png";
import { publishAsContext } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();

const file = (width: number, height: number) => new File([flatPng(width, height)], "a.png");
const SIZES = {
  cover: file(1600, 1200),
  coverSmall: file(640, 480),
  image: file(1600, 1000),
  imageSmall: file(640, 400),
};

/**
 * Width of the window, pixel density, and the size of the cover on the product page: Chromium takes the
 * smallest with as many pixels as are shown, or a larger one that it has loaded before.
 */
const SCREENS = [
  [390, 1, "small"],
  [950, 1, "small"],
  [1280, 1, "small"],
  [390, 2, "large"],
  [700, 1, "large"],
  [1280, 2, "large"],
] as const;

/** Of a dialog, and the gutter of the page behind it. */
const SCROLL_BARS_PX = 24;

// spec: product.image-sizes
test("images are as wide as their sizes say, and Chromium loads the one that fits", async () => {
  const context = await newPerson(browser, url);
  const title = `Sizes ${randomBytes(6).toString("hex")}`;
  await publishAsContext(context, url, { ...SIZES, title });
  const id = await publishAsContext(context, url, { ...SIZES, title });
  const page = await context.newPage();
  await page.goto(url + paths.buy(id));
  const seller = await page.locator("a[href^='/sell/']").first().getAttribute("href");
  const q = encodeURIComponent(title);
  const addresses = {
    shop: `${paths.shop}?q=${q}`,
    product: paths.buy(id),
    preview: paths.preview(id),
    quickView: `${paths.shop}?q=${q}&product=${id}`,
    seller: String(seller),
  };
  const setScreen = await screenOf(page);
  const sizeOf = await sizesByFile(`${url}/preview/${id}`);
  for (const [name, address] of Object.entries(addresses)) {
    const isChoiceShown = name === "product" || name === "shop";
    for (const [at, [width, density, onProductPage]] of SCREENS.entries()) {
      await setScreen(width, density);
      // An image that is shown can stay where another one would be loaded at first.
      if (at === 0 || isChoiceShown) await page.goto(url + address);
      const [first = ""] = await filesOfTrueSizes(page, name === "quickView" ? SCROLL_BARS_PX : 0);
      // The small size has more pixels than a card needs on any of these screens.
      const expected = name === "product" ? onProductPage : "small";
      const screen = [name, width, density];
      if (isChoiceShown) expect([...screen, sizeOf(first)]).toEqual([...screen, expected]);
    }
  }
  await context.close();
});

/** Tells the size of the cover by its address. */
async function sizesByFile(address: string) {
  const page = await (await fetch(address)).text();
  const [, small = "", large = ""] = /srcset="(\S+) 640w, (\S+) 1600w"/i.exec(page) ?? [];
  expect([small, large]).not.toContain("");
  return (file: string) => ({ [small]: "small", [large]: "large" })[file];
}
