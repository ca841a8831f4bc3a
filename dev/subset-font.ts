/**
 * Makes the fonts of the pages from those of the packages: `npx tsx dev/subset-font.ts`. They have the characters of
 * French, English and other western languages; others are shown in the system's font.
 * Needs `fonttools` (`pip install fonttools brotli`) on the path.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FONTS = join(ROOT, "app/ui/fonts");
const FAMILIES = [
  // One weight: headings have most of its text.
  {
    family: "bricolage-grotesque",
    weights: "750",
    name: "bricolage-grotesque-750",
    licence: "OFL",
  },
  { family: "public-sans", weights: "400:700", name: "public-sans", licence: "OFL-public-sans" },
];
/** The `unicode-range` of the style sheet, without what a font has no glyph for. */
const CHARACTERS =
  "U+20-7E,U+A0-FF,U+152-153,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2122,U+2191,U+2193,U+2212";

const folder = mkdtempSync(join(tmpdir(), "font-"));
const run = (...args: string[]) => execFileSync("fonttools", args, { stdio: "inherit" });
for (const { family, weights, name, licence } of FAMILIES) {
  const source = join(ROOT, "node_modules/@fontsource-variable", family);
  const instance = join(folder, `${family}.ttf`);
  const latin = join(source, `files/${family}-latin-wght-normal.woff2`);
  run("varLib.instancer", latin, `wght=${weights}`, `--output=${instance}`);
  run(
    "subset",
    instance,
    `--unicodes=${CHARACTERS}`,
    "--layout-features=kern,tnum,locl,ccmp,mark,mkmk",
    "--flavor=woff2",
    `--output-file=${join(FONTS, `${name}.woff2`)}`,
  );
  copyFileSync(join(source, "LICENSE"), join(FONTS, `${licence}.txt`));
}
rmSync(folder, { recursive: true });
