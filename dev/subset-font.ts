/**
 * Makes the display font of the pages from the package's: `npx tsx dev/subset-font.ts`. One weight, and
 * the characters of French, English and other western languages; others are shown in the system's font.
 * Needs `fonttools` (`pip install fonttools brotli`) on the path.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const PACKAGE = join(ROOT, "node_modules/@fontsource-variable/bricolage-grotesque");
const FONTS = join(ROOT, "app/ui/fonts");
/** Of headings, which have most of the text. */
const WEIGHT = 750;
/** The `unicode-range` of the style sheet, without what the font has no glyph for. */
const CHARACTERS =
  "U+20-7E,U+A0-FF,U+152-153,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2122,U+2191,U+2193,U+2212";

const folder = mkdtempSync(join(tmpdir(), "font-"));
const instance = join(folder, "instance.ttf");
const run = (...args: string[]) => execFileSync("fonttools", args, { stdio: "inherit" });
run(
  "varLib.instancer",
  join(PACKAGE, "files/bricolage-grotesque-latin-wght-normal.woff2"),
  `wght=${WEIGHT}`,
  `--output=${instance}`,
);
run(
  "subset",
  instance,
  `--unicodes=${CHARACTERS}`,
  "--layout-features=kern,tnum,locl,ccmp,mark,mkmk",
  "--flavor=woff2",
  `--output-file=${join(FONTS, "bricolage-grotesque-750.woff2")}`,
);
copyFileSync(join(PACKAGE, "LICENSE"), join(FONTS, "OFL.txt"));
rmSync(folder, { recursive: true });
