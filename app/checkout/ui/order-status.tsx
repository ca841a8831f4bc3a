import { numberFormat } from "../../lib/intl-format";
import { Stamp } from "../../ui/ticket";
import { useTranslation } from "../../ui/translation";
import type { SeenOrder } from "./progress";

/** Shortest duration that is shown: a page may learn of a payment before its wallet reports it. */
const MIN_SHOWN_DURATION_MS = 100;

interface PaidTitleProps {
  /** True where it was bought before this page was opened. */
  before: boolean;
  /** From the signature to its confirmation (ms), where this page observed both. */
  tookMs: number | null;
}

/** The stamp and the title of a paid ticket. */
export function PaidTitle({ before, tookMs }: PaidTitleProps) {
  const { t, i18n } = useTranslation("buy");
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const seconds = numberFormat(i18n.language, digits).format(
    Math.max(tookMs ?? 0, MIN_SHOWN_DURATION_MS) / 1_000,
  );
  const confirmed = tookMs === null ? t("paid.title") : t("paid.titleIn", { seconds });
  return (
    <>
      <p aria-hidden="true" className="mb-4">
        <Stamp>{t("paid.stamp")}</Stamp>
      </p>
      <h2 id="paid-title">{before ? t("paid.owned") : confirmed}</h2>
    </>
  );
}

/** The stamp and the title of a free product that the person has. */
export function FreeTitle() {
  const { t } = useTranslation("buy");
  return (
    <>
      <p aria-hidden="true" className="mb-4">
        <Stamp>{t("free.stamp")}</Stamp>
      </p>
      <h2 id="paid-title">{t("free.owned")}</h2>
    </>
  );
}

interface Waiting extends Pick<SeenOrder, "live" | "reachable" | "busy" | "sent"> {
  /** A wallet has asked for the transaction. */
  asked: boolean;
  isGuests: boolean;
}

/** The status of an order that is not paid yet. */
export function WaitingStatus({ live, reachable, busy, sent, asked, isGuests }: Waiting) {
  const { t } = useTranslation("buy");
  if (!reachable) return t("pay.lost");
  if (live?.networkSlow && (sent || asked)) return t(isGuests ? "guest.slow" : "pay.slow");
  if (busy?.message) return busy.message;
  if (busy) return t(`pay.${busy.step}`, { wallet: busy.wallet });
  if (sent) return t("pay.sending");
  return t(asked ? "pay.asked" : "pay.waiting");
}
