import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import routes from "../../../app/routes";
import { chunksOf, documentChunks, gzipBytes, readManifest } from "../../support/client-manifest";
import { needsBuild } from "../../support/needs-build";
import { readText } from "../../support/sources";

const KB = 1024;
/** Most that the document of a route loads (gzip). */
const MAX_PAGE_BYTES = 115 * KB;
const MAX_SIGN_IN_BYTES = 105 * KB;
/** Before there is an order: `tests/browser/checkout/loaded-when-needed.test.ts` asks a browser. */
const MAX_PRODUCT_BYTES = 103 * KB;
const MAX_SHOP_BYTES = 113 * KB;
const MAX_LIBRARY_BYTES = 103 * KB;
/** With uploads, file parts that are sent again, and the preview of pictures. */
const MAX_UPLOAD_BYTES = 124 * KB;
const LIMITS: Record<string, number> = {
  buy: MAX_PRODUCT_BYTES,
  shop: MAX_SHOP_BYTES,
  purchases: MAX_LIBRARY_BYTES,
  login: MAX_SIGN_IN_BYTES,
  recover: MAX_SIGN_IN_BYTES,
  reauthenticate: MAX_SIGN_IN_BYTES,
  "new-product": MAX_UPLOAD_BYTES,
  edit: MAX_UPLOAD_BYTES,
  draft: MAX_UPLOAD_BYTES,
};
const pages = routes
  .map(({ id = "", file }) => ({ id, source: readText(join("app", file)) }))
  .filter(({ source }) => source.includes("export default"));
const isText = ({ source }: { source: string }) => source.includes("handle = { script: false }");

needsBuild();

/** Pages with the least room (bytes) below their limits are named at the end. */
const NAMED_PAGES = 8;
const headroom = new Map<string, number>();
afterAll(() => {
  const tightest = [...headroom].sort(([, one], [, other]) => one - other).slice(0, NAMED_PAGES);
  const named = tightest.map(([id, bytes]) => `${id} ${(bytes / KB).toFixed(1)}`);
  console.log(`Script headroom (KB gzip), the least first: ${named.join(", ")}`);
});

describe("what the document of a page loads", () => {
  // spec: page.script-budget
  test.each(pages.filter((page) => !isText(page)))("$id is within its limit", ({ id }) => {
    const bytes = gzipBytes(documentChunks(readManifest(), id));
    // Counts the framework too.
    expect(bytes).toBeGreaterThan(80 * KB);
    const room = (LIMITS[id] ?? MAX_PAGE_BYTES) - bytes;
    headroom.set(id, room);
    expect(room, `bytes below the limit of ${id}`).toBeGreaterThanOrEqual(0);
  });

  test("the home page, the guides and the terms are pages without script", () => {
    const text = pages.filter(isText).map(({ id }) => id);
    for (const id of ["home", "creator", "wallet-guide", "business-plan", "terms", "about"]) {
      expect(text).toContain(id);
    }
  });
});

test("every page needs the same chunks of the framework and the shared components", () => {
  const { entry, routes: built } = readManifest();
  const names = [...chunksOf(entry, built.root)].map((path) => path.replace(/-[\w-]{8}\.js$/, ""));
  for (const name of ["framework", "ui"]) expect(names).toContain(`/assets/${name}`);
  for (const name of ["data", "seller"]) expect(names).not.toContain(`/assets/${name}`);
});

/** Gzip, beyond the chunks that the shop shares with the purchase page. The rows of its first page take 2 KB. */
const MAX_OWN_SHOP_BYTES = 17.5 * KB;

test("the shop's own client code is at most 17.5 KB beyond what the purchase page loads", () => {
  const { entry, routes: built } = readManifest();
  const shared = chunksOf(entry, built.root, built.buy);
  const own = [...chunksOf(built.shop)].filter((path) => !shared.has(path));
  expect(own.some((path) => path.includes("/shop-"))).toBe(true);
  expect(gzipBytes(own)).toBeGreaterThan(3 * KB);
  expect(gzipBytes(own)).toBeLessThan(MAX_OWN_SHOP_BYTES);
});
