import type { AppLoadContext } from "@remix-run/cloudflare";
import { Problem, type ProblemCode } from "../lib/problem";
import { allowedMethods, isForWallets, type RouteAccess } from "./access";
import { fixedT, messageText } from "./locale";
import { setWalletHeaders } from "./wallet-headers";

/** HTTP status of each refusal. */
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
  conflict: 409,
  expired: 410,
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

/** The text of a refusal in the visitor's language: from `errors`, or from `refusals`, which pages use too. */
export async function problemMessage(problem: Problem, request: Request): Promise<string> {
  const { messageKey = problem.code, params = {} } = problem.detail;
  return messageText(request, messageKey, params);
}

/** Headers that say when another try makes sense, where that is known. */
export function problemHeaders(problem: Problem): Headers {
  const headers = new Headers();
  const wait = problem.detail.retryAfterSeconds;
  if (wait !== undefined) headers.set("Retry-After", String(Math.max(1, Math.ceil(wait))));
  return headers;
}

/**
 * The refusal that was thrown. Anything else is a fault of ours, a database that is down for
 * instance: it is logged, and the caller learns only that it may try again.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  console.error(error);
  return new Problem("unavailable");
}

/** What the pipeline knows of a request when it has to refuse it. */
export interface Refused {
  request: Request;
  context: Pick<AppLoadContext, "ports">;
  /** What is declared for the route, where there is one. */
  access: RouteAccess | undefined;
}

/**
 * `{ error: { code, message } }` with the fitting status. Wallets also find the text as `message`,
 * which is where they look for it, and the headers of their protocol.
 */
export async function problemResponse(
  problem: Problem,
  { request, context, access = {} }: Refused,
): Promise<Response> {
  const forWallets = isForWallets(access);
  // The text for a wallet does not depend on cookies; the body may have been read by now.
  const message = await problemMessage(problem, forWallets ? new Request(request.url) : request);
  const headers = problemHeaders(problem);
  setWalletHeaders(headers, access, context.ports.settings);
  if (problem.code === "method_not_allowed") headers.set("Allow", allowedMethods(access));
  headers.set("Cache-Control", "private, no-store");
  const body = { error: { code: problem.code, message } };
  return Response.json(forWallets ? { ...body, message } : body, {
    status: problemStatus(problem),
    headers,
  });
}

/** What the error boundary of a page gets as `error.data`. */
export interface PageProblem {
  /** For the title of the document. */
  title: string;
  message: string;
}

/** The refusal of a page, to be thrown: the page's error boundary shows it. */
export async function problemPage(problem: Problem, request: Request): Promise<Response> {
  const t = await fixedT(request, "common");
  const status = problemStatus(problem);
  const body: PageProblem = {
    title: t(status === 404 ? "error.missing.title" : "error.failed.title"),
    message: await problemMessage(problem, request),
  };
  return Response.json(body, { status, headers: problemHeaders(problem) });
}
