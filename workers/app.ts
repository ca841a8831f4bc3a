// The routes as built by Remix; the module has no types of its own.
// @ts-expect-error
import * as build from "virtual:remix/server-build";
import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { handle } from "../app/http/handle";
import { sweepOverdueOrders } from "../app/use-cases/sweep-overdue-orders";
import { type Env, readSettings } from "./env";
import { createPorts } from "./ports";

export { PendingTransaction } from "./pending-transaction";

const remix = createRequestHandler(build as unknown as ServerBuild);

export default {
  async fetch(request, env, ctx) {
    const settings = readSettings(env);
    const ports = createPorts(env, settings);
    return handle(request, { ports, waitUntil: (work) => ctx.waitUntil(work) }, remix);
  },

  async scheduled(_event, env, ctx) {
    const ports = createPorts(env, readSettings(env));
    ctx.waitUntil(sweepOverdueOrders(ports));
  },
} satisfies ExportedHandler<Env>;
