// @chunk none
import { useTranslation } from "./translation";

const STEPS = ["created", "signed", "confirmed", "delivered"] as const;

interface StepsProps {
  /** The step after these is the current one. */
  completedSteps: 0 | 1 | 2 | 3 | 4;
  /** What is to be done in steps that are not complete. */
  ahead?: Partial<Record<(typeof STEPS)[number], string>>;
}

/** The four steps of a purchase. The longest text wraps where the ticket is narrow. */
export function TicketSteps({ completedSteps, ahead = {} }: StepsProps) {
  const { t } = useTranslation("common");
  return (
    <ol className="mt-5 flex flex-wrap gap-1.5 wrap-break-word hyphens-none font-semibold text-xs">
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={at === completedSteps ? "step" : undefined}
          className={`flex-1 border-t-[3px] pt-2 ${stepTone(at, completedSteps)}`}
        >
          {(at >= completedSteps && ahead[step]) || t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

function stepTone(at: number, completedSteps: number): string {
  if (completedSteps === STEPS.length) return "border-good text-good";
  if (at < completedSteps) return "border-ink text-ink";
  return at === completedSteps
    ? "border-ink border-dashed text-ink"
    : "border-line-2 text-ink-3 font-medium forced-colors:border-dotted";
}
