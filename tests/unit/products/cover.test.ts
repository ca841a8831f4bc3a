import { expect, test } from "vitest";
import { COMPOSITION_COUNT, coverDesign, generateCover } from "../../../app/products/rules/cover";
import { PALETTES } from "../../../app/products/rules/cover-shapes";

const IDS = Array.from({ length: 3_000 }, (_, at) => `product-${at}`);

// spec: product.covers
test("an id always gets the same picture, and ids rarely share one", () => {
  expect(IDS.map(generateCover)).toEqual(IDS.map(generateCover));
  const different = new Set(IDS.map(generateCover)).size;
  expect(different).toBeGreaterThan(IDS.length * 0.75);
});

test("a picture is less than 1 KB of well-formed SVG without scripts or links", () => {
  for (const id of [...IDS, "", "<script>", "é🙂", "x".repeat(10_000)]) {
    const svg = generateCover(id);
    expect(Buffer.byteLength(svg)).toBeLessThan(1_024);
    expect(unclosed(svg)).toEqual([]);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|href|url\(|script|\son\w+=/);
  }
});

test("compositions and palettes are evenly distributed, in every combination", () => {
  const counts = new Map<string, number>();
  for (const { composition, palette } of IDS.map(coverDesign)) {
    const key = `${composition}/${palette}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(counts.size).toBe(COMPOSITION_COUNT * PALETTES.length);
  const even = IDS.length / counts.size;
  for (const count of counts.values()) {
    expect(count).toBeGreaterThan(even / 2);
    expect(count).toBeLessThan(even * 2);
  }
});

test("every picture has all three colours of its palette", () => {
  for (const id of IDS.slice(0, 500)) {
    const [svg, palette] = [generateCover(id), PALETTES[coverDesign(id).palette] ?? []];
    const shown = palette.filter((colour) => svg.includes(colour));
    expect(shown.length).toBe(3);
  }
});

/** Names of unbalanced elements; throws on bad syntax. */
function unclosed(markup: string): string[] {
  const open: string[] = [];
  const rest = markup.replace(
    /<(\/?)([a-z]+)((?: [\w:]+="[^"<&]*")*)(\/?)>/gi,
    (_all, close: string, name: string, attributes: string, alone: string) => {
      const names = [...attributes.matchAll(/ ([\w:]+)=/g)].map(([, found]) => found);
      if (new Set(names).size !== names.length) open.push(`${name} twice`);
      if (close) {
        if (open.pop() !== name) open.push(`/${name}`);
      } else if (!alone) open.push(name);
      return "";
    },
  );
  return rest === "" ? open : [...open, rest];
}
