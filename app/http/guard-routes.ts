import type {
  ActionFunctionArgs,
  HeadersArgs,
  LoaderFunctionArgs,
  ServerBuild,
} from "@remix-run/cloudflare";
import { Problem } from "../lib/problem";
import { ACCESS, isForWallets, type RouteAccess } from "./access";
import { authorize } from "./authorize";
import { problemOf, problemPage, problemResponse } from "./problem-response";
import { setWalletHeaders } from "./wallet-headers";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler = (args: Args) => unknown;
type Module = ServerBuild["routes"][string]["module"];

interface RouteGuard {
  access: RouteAccess | undefined;
  /** True for a route without a page: its errors are JSON. */
  isResource: boolean;
  /** True below `/api/`: without a session the answer is 401, elsewhere a redirect to sign-in. */
  isApi: boolean;
}

/**
 * Wraps every loader and action of the build with `authorize`. Routes without a loader or action get
 * one, so that page, data and resource requests are all checked. Pages also get a `headers` export
 * that merges the headers of their loaders, actions and errors.
 */
export function guardRoutes(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (id === "root") return [id, { ...route, module: guardRoot(route.module) }];
    const guard: RouteGuard = {
      access: ACCESS[id],
      isResource: route.module.default === undefined,
      isApi: route.path?.startsWith("api/") ?? false,
    };
    return [id, { ...route, module: guardModule(route.module, guard) }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function guardModule(module: Module, guard: RouteGuard): Module {
  return {
    ...module,
    ...(!guard.isResource && { headers: mergeHeaders }),
    loader: guarded(module.loader as Handler | undefined, guard),
    action: guarded(module.action as Handler | undefined, guard),
  };
}

function guarded(handler: Handler | undefined, guard: RouteGuard) {
  return async (args: Args) => {
    try {
      refuseWhileClosed(args);
      const authorized = await authorize(guard.access, args, guard.isApi);
      return await (guard.access && isForWallets(guard.access)
        ? answerWallet(handler, authorized, guard.access)
        : run(handler, authorized, guard));
    } catch (error) {
      return refuse(error, args, guard);
    }
  };
}

/** A preflight reads nothing, and without it wallets could not read the refusal. */
function refuseWhileClosed({ request, context }: Args): void {
  if (context.closed && request.method !== "OPTIONS") throw context.closed;
}

async function run(handler: Handler | undefined, args: Args, { isResource }: RouteGuard) {
  if (handler) return handler(args);
  if (isResource) throw new Problem("not_found");
  return null;
}

/** Answers a CORS preflight, and adds the wallet headers to every response. */
async function answerWallet(handler: Handler | undefined, args: Args, access: RouteAccess) {
  const isPreflight = args.request.method === "OPTIONS";
  const response = isPreflight ? new Response(null, { status: 204 }) : await handler?.(args);
  if (!(response instanceof Response)) throw new Problem("not_found");
  const { settings } = args.context.ports;
  setWalletHeaders(response.headers, access, { request: args.request, settings });
  return response;
}

/** The root loader has no access rule; its errors are converted like those of a page. */
function guardRoot(module: Module): Module {
  const loader = module.loader as Handler | undefined;
  return {
    ...module,
    headers: mergeHeaders,
    loader: async (args: Args) => {
      try {
        refuseWhileClosed(args);
        return (await loader?.(args)) ?? null;
      } catch (error) {
        return refuse(error, args, { isResource: false });
      }
    },
  };
}

/** Converts an error into the error response of the route. Rethrows responses, such as redirects. */
async function refuse(
  error: unknown,
  { request, context }: Args,
  { access, isResource }: Pick<RouteGuard, "isResource"> & Partial<RouteGuard>,
) {
  if (!(error instanceof Error)) throw error;
  const problem = problemOf(error, context.ports.log);
  if (isResource) return problemResponse(problem, { request, context, access });
  throw problemPage(problem, request);
}

/**
 * The `headers` export of every page. The router merges `Set-Cookie` itself. The `Content-*` headers
 * of a loader describe its own body and are left out.
 */
function mergeHeaders(args: HeadersArgs): Headers {
  const { parentHeaders, loaderHeaders, actionHeaders, errorHeaders } = args;
  const merged = new Headers();
  for (const headers of [parentHeaders, loaderHeaders, actionHeaders, errorHeaders]) {
    for (const [name, value] of headers ?? []) {
      if (!/^(set-cookie|content-.*)$/.test(name)) merged.set(name, value);
    }
  }
  return merged;
}
