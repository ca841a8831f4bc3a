import type { AppLoadContext } from "@remix-run/cloudflare";
import { chosenName } from "../../accounts/rules/chosen-name";
import { uidTag } from "../../accounts/rules/display-name";
import { readPlanInForce } from "../../accounts/use-cases/read-plan";
import { fixedT } from "../../http/locale";
import type { Viewer } from "../../http/viewer";

/** The signed-in user with the plan that limits and fees go by. */
export async function withPlan(viewer: Viewer, { ports }: Pick<AppLoadContext, "ports">) {
  return { ...viewer, plan: await readPlanInForce(viewer, ports) };
}

/** The public name of the signed-in user, as buyers read it in the language of the request. */
export function publicNameOf({ uid, displayName }: Viewer, request: Request): string {
  return chosenName(displayName) || fixedT(request, "common")("seller", { tag: uidTag(uid) });
}
