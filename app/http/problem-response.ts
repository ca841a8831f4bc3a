import type { AppLoadContext } from "@remix-run/cloudflare";
import { errorKindOf } from "../lib/error-kind";
import { formatWait } from "../lib/format-wait";
import type { Log } from "../lib/log";
import { Problem, type ProblemCode } from "../lib/problem";
import { allowedMethods, isForWallets, type RouteAccess } from "./access";
import { fixedT, messageText, readLocale, walletRequestHeaders } from "./locale";
import { setWalletHeaders } from "./wallet-headers";

/** HTTP status of each error code. */
export const PROBLEM_STATUS: Record<ProblemCode, number> = {
  signed_out: 401,
  foreign_origin: 403,
  proof_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  inactive: 409,
  sold_out: 409,
  held: 409,
  own_product: 409,
  other_wallet: 409,
  changed: 409,
  conflict: 409,
  expired: 410,
  code_refused: 422,
  invalid_input: 422,
  invalid_price: 422,
  low_balance: 422,
  quota_exceeded: 402,
  slow_down: 429,
  unavailable: 503,
};

export function problemStatus(problem: Problem): number {
  return PROBLEM_STATUS[problem.code];
}

/** The id of a request, in its own headers and in those of the answer. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/**
 * The text of a problem in the language of the request, from `errors` or `refusals`. Where the fault is
 * ours, with the reference by which it is found in the log: wallets and toasts show this text alone.
 */
export function problemMessage(problem: Problem, request: Request): string {
  const text = problemText(problem, request);
  const reference = problem.code === "unavailable" ? errorReference(request) : null;
  return reference === null ? text : `${text} ${reference}`;
}

/** The id of the request, as a person quotes it; null where the request has none. */
function errorReference(request: Request): string | null {
  const id = request.headers.get(REQUEST_ID_HEADER);
  return id && messageText(request, "reference", { id });
}

function problemText(problem: Problem, request: Request): string {
  const { messageKey, params = {}, retryAfterSeconds } = problem.detail;
  if (problem.code === "slow_down" && retryAfterSeconds !== undefined) {
    const wait = formatWait(Math.ceil(retryAfterSeconds), readLocale(request));
    return messageText(request, messageKey ?? "slow_down_in", { ...params, wait });
  }
  return messageText(request, messageKey ?? problem.code, params);
}

/** `Retry-After`, where the problem has a time. */
export function problemHeaders(problem: Problem): Headers {
  const headers = new Headers();
  const wait = problem.detail.retryAfterSeconds;
  if (wait !== undefined) headers.set("Retry-After", String(Math.max(1, Math.ceil(wait))));
  return headers;
}

/**
 * The thrown `Problem`. Any other error, such as a failed database call, is logged and becomes
 * `unavailable`, so that no detail of it reaches the client.
 */
export function problemOf(error: unknown, log: Log): Problem {
  if (error instanceof Problem) return error;
  log("request_failed", { error });
  return new Problem("unavailable");
}

/** The request that is refused. */
export interface RefusedRequest {
  request: Request;
  context: Pick<AppLoadContext, "ports">;
  /** Undefined where no route matched. */
  access: RouteAccess | undefined;
}

/**
 * `{ error: { code, message } }` with the status of the code. For wallets the text is also the
 * top-level `message`, where their protocols expect it, and the wallet headers are set.
 */
export async function problemResponse(
  problem: Problem,
  { request, context, access = {} }: RefusedRequest,
): Promise<Response> {
  const forWallets = isForWallets(access);
  // For a wallet, without cookies. The request can't be copied: its body may have been read.
  const asked = forWallets
    ? new Request(request.url, { headers: await walletRequestHeaders(request) })
    : request;
  const message = problemMessage(problem, asked);
  const headers = problemHeaders(problem);
  setWalletHeaders(headers, access, { request: asked, settings: context.ports.settings });
  if (problem.code === "method_not_allowed") headers.set("Allow", allowedMethods(access));
  headers.set("Cache-Control", "private, no-store");
  const { amounts, reason } = problem.detail;
  const body = { error: { code: problem.code, message, ...amounts, ...(reason && { reason }) } };
  return Response.json(forWallets ? { ...body, message } : body, {
    status: problemStatus(problem),
    headers,
  });
}

/** `error.data` in the error boundary of a page. */
export interface PageProblem {
  /** The document's title. */
  title: string;
  message: string;
  /** By which the error is found in the log; null where the fault is not ours. */
  reference: string | null;
  /** Seconds until a retry makes sense; null where the problem has no time. */
  retryAfterSeconds: number | null;
}

/** The response to throw from a page: its error boundary shows it. */
export function problemPage(problem: Problem, request: Request): Response {
  const t = fixedT(request, "common");
  const status = problemStatus(problem);
  const body: PageProblem = {
    title: t(`error.${errorKindOf(status)}.title`),
    message: problemText(problem, request),
    reference: problem.code === "unavailable" ? errorReference(request) : null,
    retryAfterSeconds: problem.detail.retryAfterSeconds ?? null,
  };
  return Response.json(body, { status, headers: problemHeaders(problem) });
}

/** The same where a page could not be rendered. */
export function failedPage(request: Request): Response {
  const t = fixedT(request, "common");
  const body: PageProblem = {
    title: t("error.failed.title"),
    message: t("error.failed.text"),
    reference: errorReference(request),
    retryAfterSeconds: null,
  };
  return Response.json(body, { status: 500 });
}
