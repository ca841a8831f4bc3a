import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { qrFile } from "../../http/qr-file";
import { requireViewer } from "../../http/viewer";
import { purchaseLink } from "../http/share";
import { ownProduct } from "../use-cases/ownership";

/** The QR code of a product's purchase page as a file: `qr.svg` or `qr.png`. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  return qrFile(params.file, purchaseLink(product, context.ports.settings), product.id);
}
