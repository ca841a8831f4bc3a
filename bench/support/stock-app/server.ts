import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import type { BaselineEnv } from "../pages/worker-env";
// The routes built by Remix: this file is bundled where it lies beside the build.
// @ts-expect-error
import * as build from "./build/server/index.js";

const handleRemixRequest = createRequestHandler(build as unknown as ServerBuild);

/** The Worker of Remix's template for Cloudflare Workers. */
export default {
  async fetch(request, env, ctx) {
    try {
      const cloudflare = {
        cf: request.cf,
        ctx: {
          waitUntil: ctx.waitUntil.bind(ctx),
          passThroughOnException: ctx.passThroughOnException.bind(ctx),
        },
        caches,
        env,
      };
      // The type of the context is that of the measured app.
      return await handleRemixRequest(request, { cloudflare } as never);
    } catch (error) {
      console.log(error);
      return new Response("An unexpected error occurred", { status: 500 });
    }
  },
} satisfies ExportedHandler<BaselineEnv>;
