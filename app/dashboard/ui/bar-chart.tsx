export interface ChartBar {
  /** Names it for screen readers and as a tooltip, with its value. */
  label: string;
  height: number;
}

/** Units of the view box for each bar, and the part of them that is drawn. */
const BAR_WIDTH = 10;
const DRAWN_WIDTH = 7;
const CHART_HEIGHT = 100;
/** A bar of a small value stays visible. */
const MIN_BAR_HEIGHT = 1.5;

/** Bars from a line at zero: up for positive heights and down for negative ones. */
export function BarChart({ bars, name }: { bars: readonly ChartBar[]; name: string }) {
  const top = Math.max(0, ...bars.map(({ height }) => height));
  const bottom = Math.min(0, ...bars.map(({ height }) => height));
  const scale = CHART_HEIGHT / (top - bottom || 1);
  const zero = top * scale;
  const width = bars.length * BAR_WIDTH;
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
      preserveAspectRatio="none"
      className="h-40 w-full"
    >
      {bars.map(({ label, height }, at) => {
        const length = height === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, Math.abs(height) * scale);
        const x = at * BAR_WIDTH;
        return (
          <g key={label}>
            <title>{label}</title>
            {/* The whole column has the tooltip. */}
            <rect x={x} width={BAR_WIDTH} height={CHART_HEIGHT} fill="transparent" />
            <rect
              x={x + (BAR_WIDTH - DRAWN_WIDTH) / 2}
              y={height > 0 ? zero - length : zero}
              width={DRAWN_WIDTH}
              height={length}
              className={height > 0 ? "fill-accent" : "fill-ink-3"}
            />
          </g>
        );
      })}
      <line
        x1={0}
        x2={width}
        y1={zero}
        y2={zero}
        vectorEffect="non-scaling-stroke"
        className="stroke-line-2"
      />
    </svg>
  );
}
