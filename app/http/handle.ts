import type { AppLoadContext } from "@remix-run/cloudflare";
import type { LoadContext } from "../../workers/load-context";
import { Problem } from "../lib/problem";
import { refuseMethod } from "./guard-method";
import { guardShape } from "./guard-shape";
import { askedLocale, localeCookie } from "./locale";
import { problemResponse } from "./problem-response";
import { guardOrigin, newNonce, withSecurityHeaders } from "./security";

type Render = (request: Request, context: AppLoadContext) => Promise<Response>;

/** What every request passes through, whatever its route: origin check, then headers. */
export async function handle(
  request: Request,
  context: Omit<LoadContext, "nonce">,
  render: Render,
): Promise<Response> {
  const { appOrigin } = context.ports.settings;
  const nonce = newNonce();
  const received = await receive(request);
  const response = await answer(received, { ...context, nonce }, render);
  const secured = withSecurityHeaders(response, { nonce, appOrigin });
  const chosen = askedLocale(request);
  if (chosen) secured.headers.append("Set-Cookie", localeCookie(chosen));
  return secured;
}

/** Bodies up to this size (bytes) are read before anything is decided; larger ones stream. */
const SMALL_BODY = 64 * 1024;

/**
 * Takes in a small body at once. A refusal leaves it unread otherwise, and workerd then closes the
 * connection under the client's next request.
 */
async function receive(request: Request): Promise<Request> {
  const length = Number(request.headers.get("Content-Length") ?? Number.POSITIVE_INFINITY);
  if (!request.body || !(length <= SMALL_BODY)) return request;
  return new Request(request, { body: await request.arrayBuffer() });
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

async function answer(request: Request, context: LoadContext, render: Render): Promise<Response> {
  const { appOrigin } = context.ports.settings;
  try {
    guardOrigin(request, appOrigin);
    guardShape(request);
    const refused = await refuseMethod(request);
    return refused ?? (await render(atOwnHost(request, appOrigin), context));
  } catch (error) {
    if (error instanceof Problem) return problemResponse(error, request);
    console.error(error);
    return problemResponse(new Problem("unavailable"), request);
  }
}
