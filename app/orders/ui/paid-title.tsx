import { useTranslation } from "react-i18next";
import { Stamp } from "../../ui/ticket";

interface Props {
  /** True where it was bought before this page was opened. */
  before: boolean;
  /** From the signature to its confirmation (ms), where this page saw both. */
  tookMs: number | null;
}

/** Shortest time that is shown (ms): the page may hear of a payment before its wallet says so. */
const SHORTEST = 100;

/** The stamp and what it stands for. */
export function PaidTitle({ before, tookMs }: Props) {
  const { t, i18n } = useTranslation("buy");
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const seconds = new Intl.NumberFormat(i18n.language, digits).format(
    Math.max(tookMs ?? 0, SHORTEST) / 1_000,
  );
  const confirmed = tookMs === null ? t("paid.title") : t("paid.titleIn", { seconds });
  return (
    <>
      <p aria-hidden="true" className="mb-4">
        <Stamp>{t("paid.stamp")}</Stamp>
      </p>
      <h2>{before ? t("paid.owned") : confirmed}</h2>
    </>
  );
}
