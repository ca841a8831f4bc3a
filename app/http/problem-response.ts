import { Problem, type ProblemCode } from "../lib/problem";
import { fixedT } from "./locale";

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

/** The refusal in the visitor's words: pages say some by themselves (`refusals`), the others come from here alone. */
export async function problemMessage(problem: Problem, request: Request): Promise<string> {
  const t = await fixedT(request, ["errors", "refusals"]);
  const { words = problem.code, params = {} } = problem.detail;
  return t(words, params);
}

/** Headers that say when another try makes sense, where that is known. */
export function problemHeaders(problem: Problem, base?: HeadersInit): Headers {
  const headers = new Headers(base);
  const wait = problem.detail.retryAfterSeconds;
  if (wait !== undefined) headers.set("Retry-After", String(Math.max(1, Math.ceil(wait))));
  return headers;
}

/**
 * `{ error: { code, message } }` with the fitting status. `topLevelMessage` repeats the text as
 * `message`, which is where wallets look for it.
 */
export async function problemResponse(
  problem: Problem,
  request: Request,
  options: { topLevelMessage?: boolean; headers?: HeadersInit } = {},
): Promise<Response> {
  const message = await problemMessage(problem, request);
  const headers = problemHeaders(problem, options.headers);
  headers.set("Cache-Control", "private, no-store");
  const body = { error: { code: problem.code, message } };
  return Response.json(options.topLevelMessage ? { ...body, message } : body, {
    status: problemStatus(problem),
    headers,
  });
}

/**
 * Runs a resource route's work and turns every refusal into JSON. What is not a `Problem` is our
 * fault: it is logged, and the caller learns only that it may try again.
 */
export async function answerJson(
  request: Request,
  work: () => Promise<Response>,
  options: { topLevelMessage?: boolean; headers?: HeadersInit } = {},
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response) return error;
    if (error instanceof Problem) return problemResponse(error, request, options);
    console.error(error);
    return problemResponse(new Problem("unavailable"), request, options);
  }
}
