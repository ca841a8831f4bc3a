import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { queryNumber } from "../../http/query-number";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { readEvents } from "../use-cases/events";

/** An open page asks 12 times a minute: room for 20 pages. */
const LIMIT = { name: "events", limit: 240, windowMs: 60_000 };

/** What happened to a seller's sales and products since, which open dashboards poll. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await limitByAccount(context, uid, LIMIT);
  const after = queryNumber(request, "after") ?? 0;
  return Response.json(await readEvents({ uid, after }, context.ports));
}
