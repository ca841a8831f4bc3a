import QRCode from "qrcode";

/** Width of the white border; scanners need four modules. */
const QUIET_ZONE_MODULES = 4;

export interface Qr {
  /** Width and height in modules, with the quiet zone. */
  modules: number;
  /** The dark modules as an SVG path in module units, for `<QrCode>`. */
  path: string;
}

/** Draws the QR code of a text. It runs on the server, so that the browser loads no QR library. */
export function drawQr(text: string): Qr {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  let path = "";
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; ) {
      let run = 0;
      while (x + run < modules.size && modules.get(y, x + run)) run += 1;
      if (run > 0) path += `M${x + QUIET_ZONE_MODULES} ${y + QUIET_ZONE_MODULES}h${run}v1h-${run}z`;
      x += run + 1;
    }
  }
  return { modules: modules.size + 2 * QUIET_ZONE_MODULES, path };
}
