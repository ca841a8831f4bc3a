import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { createRouteTable } from "../../../app/http/route-table";
import routes from "../../../app/routes";

const manifest = routes.map(
  ({ id = "", index, path }) => [id, { id, index, path, module: {} }] as const,
);
const build = { routes: Object.fromEntries(manifest) } as unknown as ServerBuild;
const all = manifest.map(([id, { index, path }]) => ({ id, path: index ? "/" : `/${path}` }));
const { match } = createRouteTable(build);

/** The id of the route that the router matches with all patterns. */
const routed = (path: string) => matchRoutes(all, path)?.at(-1)?.route.id;

const written = all.map(({ path }) => path.replace(/:\w+|\*/g, "some-value"));

test.each([
  ["as written", (path: string) => path],
  ["in other letters", (path: string) => path.toUpperCase()],
  ["with a slash at the end", (path: string) => `${path}/`],
  ["with two slashes at the start", (path: string) => `/${path}`],
  ["with a doubled slash inside", (path: string) => path.replace(/(?<=.)\//, "//")],
  ["encoded", (path: string) => path.replace(/\w/, (c) => `%${c.charCodeAt(0).toString(16)}`)],
  ["a segment longer", (path: string) => `${path}/more`],
  ["a segment shorter", (path: string) => path.slice(0, path.lastIndexOf("/")) || "/"],
])("a path %s matches the route that the router matches", (_name, change) => {
  const paths = written.map(change);
  expect(paths.map((path) => [path, match(path)?.id])).toEqual(
    paths.map((path) => [path, routed(path)]),
  );
});

test("a badly encoded path matches the route that the router matches", () => {
  expect(match("/sell/%E0%A4%A")?.id).toBe(routed("/sell/%E0%A4%A"));
});

test("a data request matches the route of its page", () => {
  expect([match("/_root.data")?.id, match("/sell/x.data")?.id]).toEqual(["home", "sell"]);
});

test("a path of more than 12 segments or 1,000 characters matches no route", () => {
  const paths = [
    "/a".repeat(12),
    "/a".repeat(13),
    `/sell/${"a".repeat(994)}`,
    `/sell/${"a".repeat(995)}`,
  ];
  expect(paths.map((path) => match(path)?.id)).toEqual(["catch-all", undefined, "sell", undefined]);
  expect(match(`/shop${"/".repeat(8_000)}`)).toBeUndefined();
});
