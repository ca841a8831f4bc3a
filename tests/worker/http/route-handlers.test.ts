import { SELF } from "cloudflare:test";
import { expect, test } from "vitest";

const ORIGIN = "http://localhost";
const get = (path: string, init: RequestInit = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { redirect: "manual", ...init });

interface Manifest {
  version: string;
  routes: Record<string, unknown>;
}

/** The routes that a page tells the router in the browser about. */
async function manifestIn(page: Response): Promise<Manifest> {
  const [, json = ""] = /__remixManifest = (\{[\s\S]*?\n\});/.exec(await page.text()) ?? [];
  return JSON.parse(json);
}

test.each([
  ["/shop", ["home", "root", "shop"]],
  ["/login", ["home", "login", "root"]],
  ["/acheter/nothing", ["buy", "catch-all", "home", "root"]],
])("%s tells the browser about its own route and those above it", async (path, ids) => {
  const { routes } = await manifestIn(await get(path));
  expect(Object.keys(routes).sort()).toEqual(ids);
});

test("the browser is told about every other route when it asks", async () => {
  const { version } = await manifestIn(await get("/shop"));
  const paths = ["/dashboard/sales", "/sell/someone", "/no-such-page"];
  const asked = paths.map((path) => `p=${encodeURIComponent(path)}`).join("&");
  const answer = await get(`/__manifest?${asked}&version=${version}`);
  expect(answer.status).toBe(200);
  expect(Object.keys(await answer.json<object>()).sort()).toEqual([
    "catch-all",
    "dashboard",
    "root",
    "sales",
    "sell",
  ]);
  const outdated = await get(`/__manifest?${asked}&version=other`);
  expect([outdated.status, outdated.headers.get("X-Remix-Reload-Document")]).toEqual([204, "true"]);
});

test.each([
  ["/_root.data", 200],
  ["/shop.data?q=atlas", 200],
  ["/acheter/nothing.data", 404],
  ["/purchases.data", 202],
  ["/no-such-page.data", 202],
])("data of %s is answered with %i", async (path, status) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([status, "text/x-script"]);
});

test("a page that a loader refuses shows the error boundary of its route", async () => {
  const page = await get("/acheter/nothing");
  expect(page.status).toBe(404);
  expect(await page.text()).toMatch(/<h1[^>]*>Produit introuvable/);
});

test("HEAD has the headers of GET without a body", async () => {
  for (const path of ["/shop", "/sell/no-such-person", "/robots.txt"]) {
    const [asked, read] = await Promise.all([get(path, { method: "HEAD" }), get(path)]);
    expect([path, asked.status, await asked.text()]).toEqual([path, read.status, ""]);
    expect(asked.headers.get("Content-Type")).toBe(read.headers.get("Content-Type"));
  }
});
