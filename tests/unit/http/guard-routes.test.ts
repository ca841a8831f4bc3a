import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { guardRoutes } from "../../../app/http/guard-routes";
import { createRouteTable } from "../../../app/http/route-table";
import { ANONYMOUS } from "../../../app/http/viewer";
import { Problem } from "../../../app/lib/problem";

type Handler = (args: unknown) => Promise<Response>;
type MergeHeaders = (args: Record<string, Headers>) => Headers;

/** A build with these routes, `path` by id; each throws `thrown`, and has a page where `isPage`. */
function buildOf(paths: Record<string, string>, thrown: unknown, isPage: boolean): ServerBuild {
  const loader = () => {
    throw thrown;
  };
  const module = { loader, action: loader, ...(isPage && { default: () => null }) };
  const root = { id: "root", path: "", module: { default: () => null } };
  const routes = Object.entries(paths).map(([id, path]) => [id, { id, path, module }]);
  return { routes: { root, ...Object.fromEntries(routes) } } as unknown as ServerBuild;
}

function moduleOf<T>({ routes }: ServerBuild, id: string): T {
  return routes[id]?.module as unknown as T;
}

function ask(build: ServerBuild, id: string, method = "GET"): Promise<Response> {
  const { loader } = moduleOf<{ loader: Handler }>(guardRoutes(build), id);
  const request = new Request("http://localhost/", { method, headers: { Cookie: "locale=en" } });
  const settings = { cluster: "localnet" };
  return loader({ request, params: {}, context: { ports: { settings }, visitor: ANONYMOUS } });
}

const slow = new Problem("slow_down", { retryAfterSeconds: 7.2 });

test("a page's problem is thrown with status, title, message and Retry-After", async () => {
  const answer = await ask(buildOf({ shop: "shop" }, slow, true), "shop").catch((error) => error);
  expect(answer).toBeInstanceOf(Response);
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "8"]);
  expect(await answer.json()).toEqual({
    title: "Too many requests",
    message: "Too many requests. Try again in 8 sec.",
    reference: null,
    retryAfterSeconds: 7.2,
  });
});

// spec: json.error-form
test("a resource's problem is JSON; a redirect passes on any route", async () => {
  const answer = await ask(buildOf({ health: "health" }, slow, false), "health");
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "8"]);
  expect(await answer.json()).toMatchObject({ error: { code: "slow_down" } });
  const onward = new Response(null, { status: 302, headers: { Location: "/" } });
  for (const isPage of [true, false]) {
    await expect(ask(buildOf({ shop: "shop" }, onward, isPage), "shop")).rejects.toBe(onward);
  }
});

test("a route without an entry in the access table is refused", async () => {
  const build = buildOf(
    { forgotten: "forgotten", "api-pay": "api/pay/:transactionId" },
    slow,
    false,
  );
  expect((await ask(build, "forgotten")).status).toBe(404);
  const { match } = createRouteTable(build);
  expect(match("/forgotten")).toBeUndefined();
  expect(match("/api/pay/x")).toBeDefined();
  expect(match("/nothing")).toBeUndefined();
});

test("a page merges headers of loader, action and error, except those of their bodies", () => {
  const build = guardRoutes(buildOf({ shop: "shop" }, slow, true));
  const { headers } = moduleOf<{ headers: MergeHeaders }>(build, "shop");
  const merged = headers({
    parentHeaders: new Headers({ "Cache-Control": "private", "X-Parent": "1" }),
    loaderHeaders: new Headers({ "Cache-Control": "no-store", Refresh: "0; url=/" }),
    actionHeaders: new Headers({ "Retry-After": "3", "Set-Cookie": "a=1" }),
    errorHeaders: new Headers({ "Retry-After": "5", "Content-Type": "application/json" }),
  });
  expect(Object.fromEntries(merged)).toEqual({
    "cache-control": "no-store",
    "x-parent": "1",
    refresh: "0; url=/",
    "retry-after": "5",
  });
});
