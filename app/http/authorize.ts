import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { assertNever } from "../lib/assert-never";
import { paths, query } from "../lib/paths";
import { Problem } from "../lib/problem";
import { type RouteAccess, type Rule, ruleFor } from "./access";
import { acceptsPage, previousPage } from "./document-request";
import { flash } from "./flash";
import { walletRequestHeaders } from "./locale";
import {
  ANONYMOUS,
  readViewer,
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
 * Applies the access rule of a route. Throws a redirect to sign-in or re-authentication (pages), else
 * a `Problem`: `not_found` for a route without rules, `method_not_allowed`, `signed_out`,
 * `proof_needed`.
 *
 * @param isApi true where errors are JSON
 * @returns the request and context for the handler
 */
export async function authorize<A extends Args>(
  access: RouteAccess | undefined,
  args: A,
  isApi: boolean,
): Promise<A> {
  if (!access) throw new Problem("not_found");
  const rule = ruleFor(access, args.request.method);
  if (!rule) throw new Problem("method_not_allowed");
  switch (rule.access) {
    case "anyone":
      return args;
    case "any wallet":
      return { ...args, ...(await anonymous(args)) };
    case "signed in":
      if (rule.takesForms && acceptsPage(args.request)) await formViewer(args);
      else await (isApi ? apiViewer : pageViewer)(rule, args);
      return args;
    case "recently authenticated":
      await (isApi ? requireRecentAuthApi : requireRecentAuthPage)(args);
      return args;
    default:
      return assertNever(rule.access);
  }
}

async function apiViewer({ unauthenticatedMessage }: Rule, args: Args): Promise<void> {
  await requireViewerJson(args, unauthenticatedMessage?.messageKey);
}

/** After sign-in a visitor comes back to the page with the form. */
async function formViewer({ request, context }: Args): Promise<void> {
  if (await readViewer({ context })) return;
  const to = previousPage(request, context);
  const headers = { "Set-Cookie": flash("signedOut", context) };
  throw redirect(paths.login + query({ to }), { headers });
}

async function pageViewer({ unauthenticatedMessage }: Rule, args: Args): Promise<void> {
  await requireViewer(args, unauthenticatedMessage?.toast);
}

/** The request without its cookies, with an anonymous visitor. */
async function anonymous({ request, context }: Args): Promise<Args> {
  return {
    request: new Request(request, { headers: await walletRequestHeaders(request) }),
    context: { ...context, visitor: ANONYMOUS },
  };
}
