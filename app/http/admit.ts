import type { AppLoadContext } from "@remix-run/cloudflare";
import { assertNever } from "../lib/assert-never";
import { Problem } from "../lib/problem";
import { type Access, type Rule, ruleFor } from "./access";
import {
  requireRecentAuthApi,
  requireRecentAuthPage,
  requireViewer,
  requireViewerJson,
} from "./viewer";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/**
 * Lets a request in or throws: a redirect to `/login` from a page, else a `Problem` (`not_found`
 * for an undeclared address, `method_not_allowed`, `signed_out`, `proof_needed`).
 *
 * @param isForProgram true where refusals are JSON
 * @returns the request as the route may see it
 */
export async function admit(
  access: Access | undefined,
  { request, context }: Args,
  isForProgram: boolean,
): Promise<Request> {
  if (!access) throw new Problem("not_found");
  const rule = ruleFor(access, request.method);
  if (!rule) throw new Problem("method_not_allowed");
  switch (rule.who) {
    case "anyone":
      return request;
    case "any wallet":
      return withoutCookies(request);
    case "signed in":
      await (isForProgram ? programViewer : personViewer)(rule, { request, context });
      return request;
    case "freshly proven":
      await (isForProgram ? requireRecentAuthApi : requireRecentAuthPage)({ request, context });
      return request;
    default:
      return assertNever(rule.who);
  }
}

async function programViewer({ turnedAway }: Rule, args: Args): Promise<void> {
  await requireViewerJson(args, turnedAway?.words);
}

async function personViewer({ turnedAway }: Rule, args: Args): Promise<void> {
  await requireViewer(args, turnedAway?.toast);
}

function withoutCookies(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("Cookie");
  return new Request(request, { headers });
}
