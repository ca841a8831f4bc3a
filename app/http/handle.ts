import type { AppLoadContext, ServerBuild } from "@remix-run/cloudflare";
import type { Settings } from "../lib/ports";
import { Problem } from "../lib/problem";
import { isForWallets, ruleFor } from "./access";
import { guardRoutes } from "./guard-routes";
import { askedLocale, localeCookie } from "./locale";
import { bookmarkCookie, type PageReads, pageReads } from "./page-reads";
import { problemOf, problemResponse, REQUEST_ID_HEADER } from "./problem-response";
import { requestWithoutSource, sourceOf } from "./request-source";
import { createRouteHandlers } from "./route-handlers";
import type { MatchedRoute, RouteTable } from "./route-table";
import { defaultCacheControl, guardOrigin, newNonce, withSecurityHeaders } from "./security";
import { ipTimeZone } from "./time-zone";
import { visitorOf } from "./viewer";

/** What the Worker's entry provides for a request. */
interface Entry extends Pick<AppLoadContext, "waitUntil"> {
  settings: Settings;
  createPorts(reads: PageReads): AppLoadContext["ports"];
  /** The state of the primary database; null where the request did not use it. */
  bookmark(): Promise<string | null>;
  requestId: string;
  /** Refuses every route but the health check, which names the cause. */
  closed: Problem | null;
  /** A new one where the page cache has none of its own. */
  nonce?: string;
}

/**
 * The pipeline of every request: origin and method check, access rule, handler or error response, and
 * the security headers.
 */
export function createPipeline(build: ServerBuild, routes: RouteTable) {
  const handlers = createRouteHandlers(guardRoutes(build), routes);

  return async function handle(incoming: Request, entry: Entry): Promise<Response> {
    const { appOrigin } = entry.settings;
    const route = routes.match(new URL(incoming.url).pathname);
    const access = route?.access;
    // An Action is no page, and its `ref` names an affiliate.
    const request = isForWallets(access) ? incoming : requestWithoutSource(incoming);
    const { waitUntil, nonce = newNonce() } = entry;
    const url = new URL(request.url);
    const ports = entry.createPorts(pageReads(request, access, appOrigin));
    const received = {
      method: request.method,
      isData: isDataRequest(url),
      ipTimeZone: ipTimeZone(incoming),
      source: sourceOf(incoming, appOrigin),
    };
    const closed = route?.id === "health" ? null : entry.closed;
    const visitor = visitorOf(request, ports);
    const context = { ports, waitUntil, nonce, visitor, received, closed };
    const named = await withRequestId(request, entry.requestId);
    const response = await answer(named, context, { url, route });
    const cacheControl = defaultCacheControl(request, context.visitor.sessionToken);
    const rule = access && ruleFor(access, request.method);
    const hasScript = route?.hasScript ?? true;
    const options = { nonce, hasScript, appOrigin, cacheControl, rule };
    const secured = withSecurityHeaders(response, options);
    if (isForWallets(access) || isUnknownProgramPath(url, route)) return secured;
    const chosen = askedLocale(request);
    if (chosen) secured.headers.append("Set-Cookie", localeCookie(chosen, context));
    const { bookmark } = entry;
    const state = await bookmarkCookie(request, response, { appOrigin, bookmark });
    if (state) secured.headers.append("Set-Cookie", state);
    return secured;
  };

  async function answer(
    request: Request,
    context: AppLoadContext,
    { url, route }: { url: URL; route: MatchedRoute | undefined },
  ): Promise<Response> {
    const { appOrigin } = context.ports.settings;
    const access = route?.access;
    try {
      if (isUnknownProgramPath(url, route)) throw new Problem("not_found");
      guardOrigin(request, access, appOrigin);
      rejectLegacyDataRequests(request, url);
      if (!route) throw new Problem("not_found");
      if (!ruleFor(route.access, request.method)) throw new Problem("method_not_allowed");
      const render = handlers.handlerOf(url.pathname, route);
      return await render(withOwnHost(request, appOrigin), context);
    } catch (error) {
      return problemResponse(problemOf(error, context.ports.log), { request, context, access });
    }
  }
}

/** Addresses of programs, which no form or link of ours leads to. */
const PROGRAM_PATHS = /^\/(\.well-known|v1|embed)(\/|$)/i;

/** True for such an address without a route of its own: 404 for every method, from any origin. */
function isUnknownProgramPath({ pathname }: URL, route: MatchedRoute | undefined): boolean {
  return (!route || route.id === "catch-all") && PROGRAM_PATHS.test(pathname);
}

/** Bodies up to this size are read before the request is handled; larger ones are streamed. */
const MAX_BUFFERED_BODY_BYTES = 64 * 1024;

/**
 * The request with its id, in place of what a client may have sent for one. Every error message finds it
 * there. A small body is read completely: after an error response to an unread body workerd closes the
 * connection, and the client's next request on it fails.
 */
async function withRequestId(request: Request, id: string): Promise<Request> {
  const headers = new Headers(request.headers);
  headers.set(REQUEST_ID_HEADER, id);
  const length = Number(request.headers.get("Content-Length") ?? Number.POSITIVE_INFINITY);
  const isSmall = request.body !== null && length <= MAX_BUFFERED_BODY_BYTES;
  return new Request(request, { headers, ...(isSmall && { body: await request.arrayBuffer() }) });
}

/**
 * Throws `not_found` for requests that the app does not send and that fail inside the router: data
 * requests of older Remix versions (`?_data=`), and a WebSocket upgrade on a `.data` URL.
 */
function rejectLegacyDataRequests(request: Request, url: URL): void {
  const isUpgrade = request.headers.has("Upgrade");
  if (url.searchParams.has("_data") || (isUpgrade && isDataRequest(url))) {
    throw new Problem("not_found");
  }
}

/** True for the data of a page without its document. */
function isDataRequest({ pathname }: URL): boolean {
  return pathname.endsWith(".data");
}

/**
 * Sets `X-Forwarded-Host` of an action's request to the app's host. The router compares it with the
 * Origin and answers 500 to a forged value; `guardOrigin` has checked the Origin already.
 */
function withOwnHost(request: Request, appOrigin: string): Request {
  if (request.method === "GET") return request;
  const headers = new Headers(request.headers);
  headers.set("X-Forwarded-Host", new URL(appOrigin).host);
  return new Request(request, { headers });
}
