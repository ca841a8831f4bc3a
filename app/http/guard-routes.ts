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
  /** True for a route without a page: its refusals are JSON. */
  isResource: boolean;
  /** True below `/api/`: a missing session is a 401, not a redirect to the sign-in page. */
  isApi: boolean;
}

/**
 * The build with a guard before every loader and action, also where a route has none: there is no
 * other way into a route, whether it is asked for as a page, as data or as a resource. Pages also
 * get the function that passes on the headers of their loaders, actions and errors.
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
      const authorized = await authorize(guard.access, args, guard.isApi);
      return await (guard.access && isForWallets(guard.access)
        ? answerWallet(handler, authorized, guard.access)
        : run(handler, authorized, guard));
    } catch (error) {
      return refuse(error, args, guard);
    }
  };
}

async function run(handler: Handler | undefined, args: Args, { isResource }: RouteGuard) {
  if (handler) return handler(args);
  if (isResource) throw new Problem("not_found");
  return null;
}

/** A wallet's question before the real one (CORS) is answered here; all answers get its headers. */
async function answerWallet(handler: Handler | undefined, args: Args, access: RouteAccess) {
  const isPreflight = args.request.method === "OPTIONS";
  const answer = isPreflight ? new Response(null, { status: 204 }) : await handler?.(args);
  if (!(answer instanceof Response)) throw new Problem("not_found");
  setWalletHeaders(answer.headers, access, args.context.ports.settings);
  return answer;
}

/** The frame of every page is for everybody, but it can fail like the page in it. */
function guardRoot(module: Module): Module {
  const loader = module.loader as Handler | undefined;
  return {
    ...module,
    headers: mergeHeaders,
    loader: async (args: Args) => {
      try {
        return (await loader?.(args)) ?? null;
      } catch (error) {
        return refuse(error, args, { isResource: false });
      }
    },
  };
}

/** Turns what was thrown into the route's refusal. What is no error, a redirect for instance, is thrown on. */
async function refuse(
  error: unknown,
  { request, context }: Args,
  { access, isResource }: Pick<RouteGuard, "isResource"> & Partial<RouteGuard>,
) {
  if (!(error instanceof Error)) throw error;
  const problem = problemOf(error);
  if (isResource) return problemResponse(problem, { request, context, access });
  throw await problemPage(problem, request);
}

/**
 * The `headers` export of every page. The router merges `Set-Cookie` by itself; what describes the
 * body of a loader's answer is not said of the page.
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
