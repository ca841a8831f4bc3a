import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitAddress } from "../rate-limit";
import { authenticateGoogle } from "./authenticate-google";
import type { Flow } from "./flow";
import { googleFault } from "./google-fault";

/** A whole event can share one address. */
const STARTS = { name: "google", limit: 300, windowMs: 60_000 };

/** The redirect to Google with the cookie that its answer has to match; else what to show instead. */
export async function leaveForGoogle(
  args: { request: Request; context: AppLoadContext },
  trip: Pick<Flow, "purpose" | "uid" | "to">,
) {
  try {
    await limitAddress(args, STARTS);
    await authenticateGoogle(args, trip);
    throw new Error("nobody is let in at the start");
  } catch (answer) {
    return answer instanceof Response ? answer : googleFault(answer, args.request, trip);
  }
}
