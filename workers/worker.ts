// The routes built by Remix; the module has no types.
// @ts-expect-error
import * as build from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/cloudflare";
import { runCron } from "../app/http/cron-record";
import { createPipeline } from "../app/http/handle";
import { fixedT } from "../app/http/locale";
import { problemMessage, REQUEST_ID_HEADER } from "../app/http/problem-response";
import { createRouteTable } from "../app/http/route-table";
import { LOCALES } from "../app/lib/locale";
import type { Log } from "../app/lib/log";
import { Problem } from "../app/lib/problem";
import { trackUse } from "./bookmark";
import { pageCacheOf } from "./cached-pages";
import { cronSteps } from "./cron-steps";
import { type AppSettings, type Env, MissingSettings, readSettings } from "./env";
import { platformIsolate } from "./isolate";
import { createLog, newRequestId } from "./log";
import type { MakePorts } from "./ports";

const serverBuild = build as unknown as ServerBuild;
const routes = createRouteTable(serverBuild);
const handle = createPipeline(serverBuild, routes);
const { runtime, counters } = platformIsolate;

/** A request that is logged. */
interface Named {
  id: string;
  log: Log;
}

/** The Worker with the given implementations. */
export function createWorker(makePorts: MakePorts) {
  return {
    async fetch(request, env, ctx) {
      counters.bind(env.COUNTERS);
      const id = newRequestId(runtime.randomBytes);
      const log = createLog(platformIsolate, id);
      const begunAt = runtime.now();
      const response = await answer(request, env, ctx, { id, log }).catch((error: unknown) => {
        log("request_failed", { error });
        return withoutPage(request, id);
      });
      const { pathname } = new URL(request.url);
      log("request", {
        route: routes.match(pathname)?.id ?? null,
        method: request.method,
        status: response.status,
        // The clock of Workers stands still but for I/O: it is the time that the answer waited.
        ms: runtime.now() - begunAt,
      });
      return withId(response, id);
    },

    async scheduled(_event, env, ctx) {
      const settings = readSettings(env);
      if (await closedBySchema(env, settings)) return;
      const ports = makePorts(env, settings);
      ctx.waitUntil(runCron(cronSteps(ports), ports));
    },
  } satisfies ExportedHandler<Env>;

  async function answer(
    request: Request,
    env: Env,
    ctx: ExecutionContext,
    { id, log }: Named,
  ): Promise<Response> {
    const settings = settingsOf(env, log);
    if (!settings) return notSetUp(request);
    const closed = await closedBySchema(env, settings);
    const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work);
    const render = (asked: Request, nonce?: string) => {
      const { database, bookmark } = trackUse(env.DB, log);
      return handle(asked, {
        settings,
        createPorts: (reads) => makePorts({ ...env, DB: database }, settings, { reads, id }),
        bookmark,
        waitUntil,
        nonce,
        requestId: id,
        closed,
      });
    };
    if (closed || !settings.pageCache) return render(request);
    const cached = pageCacheOf(env, settings, serverBuild.assets.version);
    return cached(request, { render, waitUntil });
  }

  /** The refusal of all requests while the database lacks a migration; null while it has them all. */
  async function closedBySchema(env: Env, settings: AppSettings): Promise<Problem | null> {
    if (platformIsolate.schema.missing?.length === 0) return null;
    const missing = await makePorts(env, settings).schema.missing();
    return missing?.length
      ? new Problem("unavailable", { retryAfterSeconds: CLOSED_RETRY_SECONDS })
      : null;
  }
}

/** `wrangler d1 migrations apply` takes about as long. */
const CLOSED_RETRY_SECONDS = 30;

/** The settings, or null where one is missing. The log names the missing settings. */
function settingsOf(env: Env, log: Log) {
  try {
    return readSettings(env);
  } catch (error) {
    if (!(error instanceof MissingSettings)) throw error;
    log("settings_missing", { names: error.names });
    return null;
  }
}

/** Addresses that answer programs, by JSON. */
const FOR_PROGRAMS = /^\/(api|v1)\/|^\/(health|actions\.json)$/;

/** The answer of a Worker without its settings, which names none of them. */
function notSetUp(request: Request): Response {
  const answer = {
    status: 503,
    headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
  };
  if (FOR_PROGRAMS.test(new URL(request.url).pathname)) {
    const message = fixedT(request, "errors")("not_set_up");
    return Response.json({ error: { code: "unavailable", message } }, answer);
  }
  // A new shop has no visitor whose language is known: a sentence in each.
  const sentences = LOCALES.map((locale) => fixedT(request, "errors", locale)("not_set_up"));
  return new Response(`${sentences.join("\n\n")}\n`, answer);
}

/** The answer where the pipeline can give none. */
function withoutPage({ headers, url }: Request, id: string): Response {
  const asked = new Request(url, { headers });
  asked.headers.set(REQUEST_ID_HEADER, id);
  return new Response(problemMessage(new Problem("unavailable"), asked), {
    status: 503,
    headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
  });
}

/** Set behind the page cache, which keeps no id. */
function withId(response: Response, id: string): Response {
  try {
    response.headers.set(REQUEST_ID_HEADER, id);
    return response;
  } catch {
    // Of a fetched one, such as a redirect of the platform.
    const { webSocket } = response;
    const copy = new Response(response.body, webSocket ? { status: 101, webSocket } : response);
    copy.headers.set(REQUEST_ID_HEADER, id);
    return copy;
  }
}
