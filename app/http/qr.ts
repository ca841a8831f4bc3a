import QRCode from "qrcode";

/** Width of the white border; scanners need four modules. */
const QUIET_ZONE_MODULES = 4;

export interface Qr {
  /** Width and height in modules, with the quiet zone. */
  modules: number;
  /** The dark modules as an SVG path in module units, for `<QrCode>`. */
  path: string;
}

/** The modules of the QR code of a text, with the quiet zone. */
export function qrModules(text: string): { size: number; isDark(x: number, y: number): boolean } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const isInside = (at: number) => at >= 0 && at < modules.size;
  return {
    size: modules.size + 2 * QUIET_ZONE_MODULES,
    isDark(x, y) {
      const [column, row] = [x - QUIET_ZONE_MODULES, y - QUIET_ZONE_MODULES];
      return isInside(column) && isInside(row) && Boolean(modules.get(row, column));
    },
  };
}

/** Draws the QR code of a text. It runs on the server, so that the browser loads no QR library. */
export function drawQr(text: string): Qr {
  const { size, isDark } = qrModules(text);
  let path = "";
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; ) {
      let run = 0;
      while (isDark(x + run, y)) run += 1;
      if (run > 0) path += `M${x} ${y}h${run}v1h-${run}z`;
      x += run + 1;
    }
  }
  return { modules: size, path };
}

/** The QR code of a text as an SVG file. */
export function drawQrSvg(text: string): string {
  const { modules, path } = drawQr(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`;
}
