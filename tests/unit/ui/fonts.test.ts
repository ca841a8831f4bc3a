import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { filesUnder, ROOT } from "../../support/sources";

/** The files, with their licences and most bytes: they are loaded before the page is shown. */
const FONTS = [
  ["bricolage-grotesque-750.woff2", "OFL.txt", 20 * 1024],
  ["public-sans.woff2", "OFL-public-sans.txt", 30 * 1024],
] as const;
/** In texts, and shown in the system's font. */
const FROM_SYSTEM_FONT = new Set(["\n", "→", "∞", "★"]);
/** In the range of Latin-1 without a glyph: the currency sign and the soft hyphen. */
const NOT_DRAWN = new Set([0xa4, 0xad]);

const read = (path: string) => readFileSync(join(ROOT, path));
const styles = read("app/styles.css").toString();

function codePointsOf(ranges: string): Set<number> {
  const points = [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from, to]) => {
    const first = Number.parseInt(from ?? "", 16);
    const last = Number.parseInt(to ?? from ?? "", 16);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
  return new Set(points);
}

const ranges = [...styles.matchAll(/unicode-range:([^;]*);/g)].map(([, range = ""]) => range);
/** Of the font of headings; that of texts has no arrows. */
const declared = codePointsOf(ranges[0] ?? "");

test.each(FONTS)("%s has a glyph for each character that the style sheet takes from it", (name) => {
  const drawn = charactersOf(read(`app/ui/fonts/${name}`));
  const range = ranges[FONTS.findIndex(([font]) => font === name)] ?? "";
  const declared = codePointsOf(range);
  const missing = [...declared].filter((point) => !NOT_DRAWN.has(point) && !drawn.has(point));
  expect(missing).toEqual([]);
  expect(declared.size).toBeGreaterThan(200);
});

test("the script that makes the fonts has the same characters", () => {
  expect(codePointsOf(read("dev/subset-font.ts").toString())).toEqual(declared);
});

test("the texts of both languages are written with them", () => {
  const characters = new Set(
    filesUnder(["locales"], /\.json$/).flatMap((path) => [...read(path).toString()]),
  );
  const others = [...characters].filter(
    (character) => !FROM_SYSTEM_FONT.has(character) && !declared.has(character.codePointAt(0) ?? 0),
  );
  expect(others).toEqual([]);
});

test.each(FONTS)("%s is small, and its licence %s is beside it", (name, licence, maxBytes) => {
  expect(read(`app/ui/fonts/${name}`).length).toBeLessThanOrEqual(maxBytes);
  expect(read(`app/ui/fonts/${licence}`).toString()).toMatch(/SIL Open Font License/i);
});

/** Number of `cmap` in the list of known tables (WOFF2, 4.1), and the length of the header. */
const CMAP_TAG = 0;
const OTHER_TAG = 63;
const HEADER_BYTES = 48;
/** Tables that WOFF2 transforms unless their flags say that it does not: `glyf` and `loca`. */
const TRANSFORMED_TAGS = new Set([10, 11]);
const UNTRANSFORMED = 3;

/** Code points of a WOFF2 font's `cmap`, whose subtables have format 4. */
function charactersOf(woff2: Buffer): Set<number> {
  let at = HEADER_BYTES;
  const length = () => {
    for (let value = 0; ; ) {
      const byte = woff2.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let cmap = { offset: 0, length: 0 };
  for (let tables = woff2.readUInt16BE(12); tables > 0; tables -= 1) {
    const flags = woff2.readUInt8(at++);
    const tag = flags & 63;
    if (tag === OTHER_TAG) at += 4;
    const original = length();
    const version = flags >> 6;
    const isTransformed = TRANSFORMED_TAGS.has(tag) ? version !== UNTRANSFORMED : version !== 0;
    const stored = isTransformed ? length() : original;
    if (tag === CMAP_TAG) cmap = { offset, length: stored };
    offset += stored;
  }
  const data = brotliDecompressSync(woff2.subarray(at, at + woff2.readUInt32BE(20)));
  return codePointsOfTable(data.subarray(cmap.offset, cmap.offset + cmap.length));
}

function codePointsOfTable(cmap: Buffer): Set<number> {
  const points = new Set<number>();
  for (let table = 0; table < cmap.readUInt16BE(2); table += 1) {
    const start = cmap.readUInt32BE(4 + 8 * table + 4);
    if (cmap.readUInt16BE(start) !== 4) continue;
    const segments = cmap.readUInt16BE(start + 6) / 2;
    for (let segment = 0; segment < segments; segment += 1) {
      const last = cmap.readUInt16BE(start + 14 + 2 * segment);
      const first = cmap.readUInt16BE(start + 16 + 2 * segments + 2 * segment);
      for (let point = first; point <= last && point < 0xffff; point += 1) points.add(point);
    }
  }
  return points;
}
