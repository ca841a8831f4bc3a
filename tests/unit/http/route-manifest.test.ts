import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRouteManifest } from "../../../app/http/route-manifest";
import routes from "../../../app/routes";

const VERSION = "a1b2c3";
const entries = routes.map(({ id = "", index, path }) => ({ id, index, path, parentId: "root" }));
const known = [{ id: "root", path: "" }, ...entries];
const assets = known.map(({ id, path }) => [id, { id, path, module: `/assets/${id}.js` }]);
/** The routes of the app, without their modules, which no answer has. */
const build = {
  routes: Object.fromEntries(known.map((route) => [route.id, { ...route, module: {} }])),
  assets: { version: VERSION, routes: Object.fromEntries(assets) },
  future: { v3_lazyRouteDiscovery: true, v3_singleFetch: true },
  entry: { module: {} },
} as unknown as ServerBuild;
const byRemix = createRequestHandler(build, "production");
const manifestOf = createRouteManifest(build);

const addressOf = (paths: readonly string[], version = VERSION) =>
  `http://localhost/__manifest?${new URLSearchParams([
    ...paths.map((path) => ["p", path]),
    ["version", version],
  ])}`;

async function contentOf(response: Response) {
  const { status, statusText, headers } = response;
  return { status, statusText, headers: [...headers].sort(), body: await response.text() };
}

async function expectSame(url: string) {
  const expected = await contentOf(await byRemix(new Request(url)));
  expect([url, await contentOf(manifestOf(new URL(url)))]).toEqual([url, expected]);
}

const written = entries.map(({ path = "" }) => `/${path.replace(/:\w+|\*/g, "some-value")}`);

test("all pages, alone and together, are answered as Remix answers them", async () => {
  for (const path of written) await expectSame(addressOf([path]));
  await expectSame(addressOf(written.slice(0, 100)));
  await expectSame(addressOf([...written].reverse().slice(0, 100)));
});

test("no path, another version, bad encoding and a long address are answered as Remix answers them", async () => {
  await expectSame(addressOf(["/sell/%E0%A4/x", "/%41bout/%E0%A4", "/edit/a%20b/poster/%"]));
  await expectSame(addressOf([]));
  await expectSame(addressOf(["/shop"], "of an older page"));
  await expectSame(addressOf([], "of an older page"));
  await expectSame("http://localhost/__manifest");
  const longest = addressOf(["/shop", ""]).length;
  for (const length of [7_680, 7_681]) {
    await expectSame(addressOf(["/shop", `${"x".repeat(length - longest)}`]));
  }
});

/** Segments of the patterns in any order and case, and what else an address may have. */
const segment = fc.oneof(
  fc.constantFrom(...new Set(written.flatMap((path) => path.split("/")).filter(Boolean))),
  fc.constantFrom("x", "%41", "%C3%A9", "%2F", "%0A", "é", "\u212a", "SHOP", "a b", "*"),
);
const path = fc
  .tuple(fc.boolean(), fc.array(segment, { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([slash, segments, end]) => `${slash ? "/" : ""}${segments.join("/")}${end ? "/" : ""}`);

test("any other paths are answered as Remix answers them", async () => {
  const paths = fc.array(path, { minLength: 1, maxLength: 4 });
  await fc.assert(fc.asyncProperty(paths, (some) => expectSame(addressOf(some))));
});

test.each([
  ["two slashes", ["/shop", "//"]],
  ["slashes alone", ["/".repeat(3_000)]],
  ["two slashes inside", ["/sell//x"]],
  ["thirteen segments", ["/a".repeat(13)]],
  ["thousands of segments", ["/a".repeat(1_800)]],
  ["201 paths", Array.from({ length: 201 }, (_, at) => `/${at}`)],
])("%s are refused", async (_name, paths) => {
  const response = manifestOf(new URL(addressOf(paths)));
  expect([response.status, await response.text()]).toEqual([400, ""]);
});

test("twelve segments and 200 paths are not", () => {
  const paths = ["/a".repeat(12), ...Array.from({ length: 199 }, (_, at) => `/${at}`)];
  expect(manifestOf(new URL(addressOf(paths))).status).toBe(200);
});
