// The routes built by Remix; the module has no types.
// @ts-expect-error
import * as build from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/cloudflare";
import { runCron } from "../app/http/cron-record";
import { createPipeline } from "../app/http/handle";
import { trackUse } from "./bookmark";
import { pageCacheOf } from "./cached-pages";
import { cronSteps } from "./cron-steps";
import { type Env, MissingSettings, readSettings } from "./env";
import type { MakePorts } from "./ports";

const serverBuild = build as unknown as ServerBuild;
const handle = createPipeline(serverBuild);

/** The Worker with the given implementations. */
export function createWorker(makePorts: MakePorts) {
  return {
    async fetch(request, env, ctx) {
      const settings = settingsOr503(env);
      if (settings instanceof Response) return settings;
      const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work);
      const render = (asked: Request, nonce?: string) => {
        const { database, bookmark } = trackUse(env.DB);
        return handle(asked, {
          settings,
          createPorts: (reads) => makePorts({ ...env, DB: database }, settings, reads),
          bookmark,
          waitUntil,
          nonce,
        });
      };
      if (!settings.pageCache) return render(request);
      const answer = pageCacheOf(env, settings, serverBuild.assets.version);
      return answer(request, { render, waitUntil });
    },

    async scheduled(_event, env, ctx) {
      const ports = makePorts(env, readSettings(env));
      ctx.waitUntil(runCron(cronSteps(ports), ports));
    },
  } satisfies ExportedHandler<Env>;
}

/** The settings, or a 503 response where one is missing. The log names the missing settings. */
function settingsOr503(env: Env) {
  try {
    return readSettings(env);
  } catch (error) {
    if (!(error instanceof MissingSettings)) throw error;
    console.error(error.message);
    return new Response(null, { status: 503, headers: { "Cache-Control": "no-store" } });
  }
}
