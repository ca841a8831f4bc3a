interface Props {
  /** What `drawQr` gave. */
  qr: { modules: number; path: string };
  /** Px; the specification's 256 where not told. */
  width?: number;
  /** What scanning it does, for those who can't see it. */
  label: string;
}

/** Dark on white with its quiet zone, in every theme: scanners need the contrast. */
export function QrCode({ qr, width = 256, label }: Props) {
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={width}
      viewBox={`0 0 ${qr.modules} ${qr.modules}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={qr.path} fill="#17140f" />
    </svg>
  );
}
