/**
 * Draws the pictures of shared links, the icons of the installed app and `favicon.ico` into `public/`,
 * from the design tokens of the style sheet and `public/icon.svg`: `npx tsx dev/draw-pictures.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { BRAND } from "../app/lib/brand";
import { SHARE_IMAGE_SIZE } from "../app/lib/share-image";
import { CATEGORIES } from "../app/products/rules/categories";
import { generateCover } from "../app/products/rules/cover";
import { launchBrowser } from "../tests/support/browser";

const ROOT = join(import.meta.dirname, "..");
const PUBLIC = join(ROOT, "public");
const JPEG_QUALITY_PERCENT = 82;
/** Part of a maskable icon that every mask shows. */
const MASKABLE_SAFE_ZONE = 0.8;
const FAVICON_SIDES_PX = [16, 32, 48];

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const icon = read("public/icon.svg");
const tokens = /:root \{([^}]*)\}/.exec(read("app/styles.css"))?.[1] ?? "";
const font = readFileSync(
  join(
    ROOT,
    "node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
  ),
).toString("base64");

const STYLE = `
  @font-face { font-family: Display; font-weight: 200 800; src: url(data:font/woff2;base64,${font}) }
  :root { ${tokens} }
  * { margin: 0; box-sizing: border-box }
  body { display: flex; width: 100vw; height: 100vh; background: var(--paper); color: var(--ink) }
  .cover { width: 630px; height: 630px }
  .cover svg { display: block; width: 100%; height: 100% }
  .panel { flex: 1; display: flex; flex-direction: column; justify-content: center; gap: 28px; padding: 0 56px }
  .panel svg { width: 112px }
  h1 { font: 750 92px/1 Display; letter-spacing: -0.03em }
  i { display: block; width: 120px; height: 10px; border-radius: 5px; background: var(--accent) }
`;

async function drawShareImage(page: Page, name: string, cover: string): Promise<void> {
  await page.setViewportSize(SHARE_IMAGE_SIZE);
  await page.setContent(`<style>${STYLE}</style><div class="cover">${cover}</div>
    <div class="panel">${icon}<h1>${BRAND}</h1><i></i></div>`);
  await page.evaluate(() => document.fonts.load("750 92px Display"));
  const quality = JPEG_QUALITY_PERCENT;
  writeFileSync(
    join(PUBLIC, "share", `${name}.jpg`),
    await page.screenshot({ type: "jpeg", quality }),
  );
}

/** @param scale of the drawing in its square; below 1 its background fills the rest */
async function drawIcon(page: Page, name: string, sidePx: number, scale: number): Promise<void> {
  const isFull = scale < 1 || name === "apple-touch-icon";
  writeFileSync(join(PUBLIC, "icons", `${name}.png`), await iconPng(page, sidePx, scale, isFull));
}

/** @param isFull fills the corners with the background of the drawing */
async function iconPng(page: Page, sidePx: number, scale = 1, isFull = false): Promise<Buffer> {
  const background = /<rect[^>]*fill="([^"]+)"/.exec(icon)?.[1] ?? "";
  await page.setViewportSize({ width: sidePx, height: sidePx });
  await page.setContent(`<style>* { margin: 0 }
    body { display: grid; place-items: center; height: 100vh; ${isFull ? `background: ${background}` : ""} }
    svg { width: ${scale * 100}% }</style>${icon}`);
  return page.screenshot({ omitBackground: !isFull });
}

/** An icon file with a PNG in each size: a directory of 16 bytes an entry, then the pictures. */
function icoOf(pictures: { sidePx: number; png: Buffer }[]): Buffer {
  const header = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let offset = header.length + 16 * pictures.length;
  const entries = pictures.map(({ sidePx, png }) => {
    const entry = Buffer.alloc(16);
    entry.set([sidePx, sidePx]);
    entry.writeUInt16LE(1, 4); // planes
    entry.writeUInt16LE(32, 6); // bits per pixel
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)]);
}

for (const folder of ["share", "icons"]) mkdirSync(join(PUBLIC, folder), { recursive: true });
const browser = await launchBrowser();
const page = await browser.newPage();
await drawShareImage(page, "comptoir", generateCover(BRAND));
for (const { id } of CATEGORIES) {
  await drawShareImage(page, `category-${id}`, generateCover(`category ${id}`));
}
await drawIcon(page, "icon-192", 192, 1);
await drawIcon(page, "icon-512", 512, 1);
await drawIcon(page, "icon-maskable-512", 512, MASKABLE_SAFE_ZONE);
await drawIcon(page, "apple-touch-icon", 180, 1);
const pictures = [];
for (const sidePx of FAVICON_SIDES_PX) pictures.push({ sidePx, png: await iconPng(page, sidePx) });
writeFileSync(join(PUBLIC, "favicon.ico"), icoOf(pictures));
await browser.close();
// Tests share the browser, which `close` leaves running.
process.exit();
