import { Problem } from "../lib/problem";
import { drawQrSvg } from "./qr";
import { drawQrPng } from "./qr-png";

/**
 * The QR code of a link as a file, `qr.svg` or `qr.png`. Throws `not_found` for another name.
 *
 * @param id at the end of the file's name
 */
export async function qrFile(
  name: string | undefined,
  link: string,
  id: string,
): Promise<Response> {
  if (name === "qr.svg") return file(drawQrSvg(link), "image/svg+xml", `qr-${id}.svg`);
  if (name === "qr.png") return file(await drawQrPng(link), "image/png", `qr-${id}.png`);
  throw new Problem("not_found");
}

function file(body: BodyInit, type: string, name: string): Response {
  const headers = {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"`,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
  return new Response(body, { headers });
}
