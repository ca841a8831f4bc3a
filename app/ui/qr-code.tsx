// @chunk records
interface Props {
  /** The result of `drawQr`. */
  qr: { modules: number; path: string };
  /** Width and height; default 256, as specified. */
  widthPx?: number;
  /** Accessible name: what scanning the code does. */
  label: string;
}

/** Dark on white with a quiet zone in every theme, because scanners need the contrast. */
export function QrCode({ qr, widthPx = 256, label }: Props) {
  return (
    <svg
      role="img"
      aria-label={label}
      width={widthPx}
      height={widthPx}
      viewBox={`0 0 ${qr.modules} ${qr.modules}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={qr.path} fill="#17140f" />
    </svg>
  );
}
