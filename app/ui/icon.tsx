interface Props {
  /** SVG path data of a line drawing on a grid of 20 x 20. */
  d: string;
  className?: string;
  strokeWidth?: number;
}

/** An icon in the colour of the text, hidden from screen readers: its control has a label. */
export function Icon({ d, className = "size-5", strokeWidth = 2 }: Props) {
  return (
    <svg viewBox="0 0 20 20" className={className} aria-hidden="true">
      <path
        d={d}
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export const CLOSE_ICON = "M5 5l10 10M15 5L5 15";
