import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { qrFile } from "../../http/qr-file";
import { requireViewer } from "../../http/viewer";
import { affiliateLink } from "../http/affiliate-link";
import { ownRecommendation } from "../use-cases/recommendations";

/** The QR code of an affiliate's link to a product as a file: `qr.svg` or `qr.png`. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const { productId = "", file } = params;
  const { code } = await ownRecommendation({ uid, productId }, context.ports);
  const link = affiliateLink({ code, productId }, context.ports.settings);
  return qrFile(file, link, code);
}
