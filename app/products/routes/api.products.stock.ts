import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { ownProduct } from "../use-cases/ownership";

/** A full-screen QR code asks 20 times a minute: room for 12 screens. */
const LIMIT = { name: "product-stock", limit: 240, windowMs: 60_000 };

/** Units of a product that are sold and left, which its full-screen QR code polls. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await limitByAccount(context, uid, LIMIT);
  const { sold, saleLimit } = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  return Response.json({ sold, left: saleLimit === null ? null : saleLimit - sold });
}
