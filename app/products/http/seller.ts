import type { AppLoadContext } from "@remix-run/cloudflare";
import { currentPlan } from "../../accounts/use-cases/read-plan";
import type { Viewer } from "../../lib/viewer";

/** The signed-in user with the plan that limits and fees go by, which is read again once a day. */
export async function withCurrentPlan(
  viewer: Viewer,
  { ports }: Pick<AppLoadContext, "ports">,
): Promise<Viewer> {
  const plan = await currentPlan({ ...viewer, plan: viewer.storedPlan }, ports);
  return { ...viewer, plan };
}
