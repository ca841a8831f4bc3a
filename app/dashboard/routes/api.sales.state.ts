import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { readSellerState } from "../use-cases/read-seller-state";

/** An open page asks 12 times a minute: room for 20 pages. */
const LIMIT = { name: "sales-state", limit: 240, windowMs: 60_000 };

/** The newest state of a seller's sales, which open dashboards poll. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await limitByAccount(context, uid, LIMIT);
  return Response.json(await readSellerState({ uid }, context.ports));
}
