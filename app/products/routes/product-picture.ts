import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openProductPicture } from "../use-cases/product-pictures";

const HEADERS = {
  // The address names all that the picture depends on.
  "Cache-Control": "public, max-age=31536000, immutable",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Content-Security-Policy": "default-src 'none'; img-src data:; sandbox",
};

/** Pictures that are made for a product, for wallets and for programs that show links. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const asked = { productId: params.id ?? "", name: params.name ?? "" };
  const { type, body } = await openProductPicture(asked, context.ports);
  return new Response(body, { headers: { ...HEADERS, "Content-Type": type } });
}
