import { beforeAll, expect, test } from "vitest";
import { buildIfChanged } from "../../../dev/run/build";
import { chunksOf, gzipBytes, readManifest } from "../../support/client-manifest";

/** Gzip, beyond the chunks that the shop shares with the purchase page. */
const MAX_SHOP_BYTES = 15 * 1024;
/** Time for a build (ms), where no other test has made one. */
const BUILD_MS = 300_000;

beforeAll(async () => {
  await buildIfChanged();
}, BUILD_MS);

test("the shop's own client code is at most 15 KB beyond what the purchase page loads", () => {
  const { entry, routes } = readManifest();
  const shared = chunksOf(entry, routes.root, routes.buy);
  const own = [...chunksOf(routes.shop)].filter((path) => !shared.has(path));
  expect(own.some((path) => path.includes("/shop-"))).toBe(true);
  expect(gzipBytes(own)).toBeGreaterThan(3 * 1024);
  expect(gzipBytes(own)).toBeLessThan(MAX_SHOP_BYTES);
  // The chunks that are not counted are those of a page that ships React.
  expect(gzipBytes(shared)).toBeGreaterThan(80 * 1024);
});
