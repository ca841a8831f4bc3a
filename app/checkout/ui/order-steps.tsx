import { assertNever } from "../../lib/assert-never";
import { TicketSteps } from "../../ui/ticket-steps";
import { useTranslation } from "../../ui/translation";
import type { Progress } from "./progress";

/** The four steps of an order; nothing where it has ended. */
export function OrderSteps({ progress, signed }: { progress: Progress; signed: boolean }) {
  const { t } = useTranslation("buy");
  const completedSteps = completedStepsOf(progress, signed);
  if (completedSteps === null) return null;
  return (
    <TicketSteps
      completedSteps={completedSteps}
      ahead={{
        signed: t("stepsAhead.signed"),
        confirmed: t("stepsAhead.confirmed"),
        delivered: t("stepsAhead.delivered"),
      }}
    />
  );
}

/** How many of the four steps are complete: created, signed, confirmed, delivered. */
function completedStepsOf({ status, ready }: Progress, signed: boolean): 1 | 2 | 3 | 4 | null {
  switch (status) {
    case "none":
    case "expired":
    case "refunded":
      return null;
    case "pending":
    case "awaiting":
      return signed ? 2 : 1;
    case "paid":
      return ready ? 4 : 3;
    case "paid_by_other":
    case "review":
      return 3;
    default:
      return assertNever(status);
  }
}
