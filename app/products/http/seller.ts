import type { AppLoadContext } from "@remix-run/cloudflare";
import { readPlanInForce } from "../../accounts/use-cases/read-plan";
import type { Viewer } from "../../http/viewer";

/** The signed-in user with the plan that limits and fees go by. */
export async function withPlan(viewer: Viewer, { ports }: Pick<AppLoadContext, "ports">) {
  return { ...viewer, plan: await readPlanInForce(viewer, ports) };
}
