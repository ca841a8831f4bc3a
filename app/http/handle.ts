import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { Problem } from "../lib/problem";
import { type RouteAccess, ruleFor } from "./access";
import { guardRoutes } from "./guard-routes";
import { askedLocale, localeCookie } from "./locale";
import { problemOf, problemResponse } from "./problem-response";
import { createRouteTable } from "./route-table";
import { guardOrigin, newNonce, withSecurityHeaders } from "./security";
import { visitorOf } from "./viewer";

/** What the entry brings to a request; the pipeline makes the rest of its context. */
type Entry = Pick<AppLoadContext, "ports" | "waitUntil">;

/**
 * The one way of every request: origin and method check, the guard of its route, the answer or its
 * refusal, and the headers that all answers carry.
 */
export function createPipeline(build: ServerBuild) {
  const routes = createRouteTable(build);
  const render = createRequestHandler(guardRoutes(build));

  return async function handle(request: Request, entry: Entry): Promise<Response> {
    const { appOrigin } = entry.ports.settings;
    const nonce = newNonce();
    const context = { ...entry, nonce, visitor: visitorOf(request, entry.ports) };
    const received = await receive(request);
    const access = routes.accessTo(new URL(request.url).pathname);
    const response = await answer(received, context, access);
    const secured = withSecurityHeaders(response, { nonce, appOrigin });
    const chosen = askedLocale(request);
    if (chosen) secured.headers.append("Set-Cookie", localeCookie(chosen, context));
    return secured;
  };

  async function answer(
    request: Request,
    context: AppLoadContext,
    access: RouteAccess | undefined,
  ): Promise<Response> {
    const { appOrigin } = context.ports.settings;
    try {
      guardOrigin(request, access, appOrigin);
      rejectLegacyDataRequests(request);
      if (!access) throw new Problem("not_found");
      if (!ruleFor(access, request.method)) throw new Problem("method_not_allowed");
      return await render(atOwnHost(request, appOrigin), context);
    } catch (error) {
      return problemResponse(problemOf(error), { request, context, access });
    }
  }
}

/** Bodies up to this size (bytes) are read before anything is decided; larger ones stream. */
const SMALL_BODY_BYTES = 64 * 1024;

/**
 * Takes in a small body at once. A refusal leaves it unread otherwise, and workerd then closes the
 * connection under the client's next request.
 */
async function receive(request: Request): Promise<Request> {
  const length = Number(request.headers.get("Content-Length") ?? Number.POSITIVE_INFINITY);
  if (!request.body || !(length <= SMALL_BODY_BYTES)) return request;
  return new Request(request, { body: await request.arrayBuffer() });
}

/**
 * Refuses what no page of ours asks, and what would fail inside the router: data in the manner of
 * its older versions (`?_data=`), and a WebSocket in place of a page's data. Throws `not_found`.
 */
function rejectLegacyDataRequests(request: Request): void {
  const { pathname, searchParams } = new URL(request.url);
  const upgrades = request.headers.has("Upgrade");
  if (searchParams.has("_data") || (upgrades && pathname.endsWith(".data"))) {
    throw new Problem("not_found");
  }
}

/**
 * The router compares an action's origin with the host that a proxy names, and fails with 500 where
 * somebody made that up. The origin was held against our own by then: that is the host.
 */
function atOwnHost(request: Request, appOrigin: string): Request {
  const headers = new Headers(request.headers);
  headers.set("X-Forwarded-Host", new URL(appOrigin).host);
  return new Request(request, { headers });
}
