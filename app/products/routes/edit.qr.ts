import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { drawQrSvg } from "../../http/qr";
import { drawQrPng } from "../../http/qr-png";
import { requireViewer } from "../../http/viewer";
import { Problem } from "../../lib/problem";
import { purchaseLink } from "../http/share";
import { ownProduct } from "../use-cases/ownership";

/** The QR code of a product's purchase page as a file: `qr.svg` or `qr.png`. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  const { id } = product;
  const link = purchaseLink(product, context.ports.settings);
  switch (params.file) {
    case "qr.svg":
      return file(drawQrSvg(link), "image/svg+xml", `qr-${id}.svg`);
    case "qr.png":
      return file(await drawQrPng(link), "image/png", `qr-${id}.png`);
    default:
      throw new Problem("not_found");
  }
}

function file(body: BodyInit, type: string, name: string): Response {
  const headers = {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"`,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
  return new Response(body, { headers });
}
