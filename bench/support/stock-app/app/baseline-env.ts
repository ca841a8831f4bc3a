import type { AppLoadContext } from "@remix-run/cloudflare";
import type { BaselineEnv } from "../../pages/worker-env";

/** The bindings of the Worker, as the template's `server.ts` passes them on. */
export function envOf(context: AppLoadContext): BaselineEnv {
  return (context as unknown as { cloudflare: { env: BaselineEnv } }).cloudflare.env;
}
