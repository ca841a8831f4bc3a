import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/cloudflare";
import { Problem } from "../lib/problem";
import { ACCESS, type Access, isForWallets } from "./access";
import { admit } from "./admit";
import { problemMessage, problemResponse, problemStatus } from "./problem-response";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler = (args: Args) => unknown;
type Module = ServerBuild["routes"][string]["module"];

interface Door {
  access: Access | undefined;
  /** True for a route that shows nothing: its refusals are JSON. */
  isResource: boolean;
  /** True for an address that programs call: a missing session is a 401, not a way to the sign-in page. */
  isForProgram: boolean;
}

/**
 * The build with a guard before every loader and action, also where a route has none: there is no
 * other way into a route, whether it is asked for as a page, as data or as a resource.
 */
export function guardRoutes(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (id === "root") return [id, { ...route, module: guardRoot(route.module) }];
    const address = `/${route.index ? "" : route.path}`;
    const isResource = route.module.default === undefined;
    const isForProgram = address.startsWith("/api/");
    const door = { access: ACCESS[address], isResource, isForProgram };
    return [id, { ...route, module: guardModule(route.module, door) }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function guardModule(module: Module, door: Door): Module {
  return {
    ...module,
    loader: guarded(module.loader as Handler | undefined, door),
    action: guarded(module.action as Handler | undefined, door),
  };
}

function guarded(handler: Handler | undefined, door: Door) {
  return async (args: Args) => {
    try {
      const request = await admit(door.access, args, door.isForProgram);
      if (!handler && door.isResource) throw new Problem("not_found");
      if (!handler) return null;
      return await handler({ ...args, request });
    } catch (error) {
      return refuse(problemOf(error), args, door);
    }
  };
}

/** The frame of every page is for everybody, but it can fail like the page in it. */
function guardRoot(module: Module): Module {
  const { loader } = module as { loader?: Handler };
  if (!loader) return module;
  return {
    ...module,
    loader: async (args: Args) => {
      try {
        return await loader(args);
      } catch (error) {
        return refuse(problemOf(error), args, { isResource: false });
      }
    },
  };
}

/**
 * The refusal that was thrown. What is not one is our fault, a database that is down for instance:
 * it is logged, and the caller learns only that it may try again. Responses are thrown on.
 */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) throw error;
  console.error(error);
  return new Problem("unavailable");
}

async function refuse(
  problem: Problem,
  { request }: Args,
  { access, isResource }: Pick<Door, "isResource"> & Partial<Door>,
) {
  if (isResource)
    return problemResponse(problem, request, { topLevelMessage: isForWallets(access) });
  throw new Response(await problemMessage(problem, request), { status: problemStatus(problem) });
}
