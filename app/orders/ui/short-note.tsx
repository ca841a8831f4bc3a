import { formatSol } from "../../lib/lamports";
import { Alert } from "../../ui/alert";
import { useTranslation } from "../../ui/translation";
import type { ShownShort } from "../rules/purchase-page";

/** What came for an order below its price, what is missing, and what becomes of it. */
export function ShortNote({ short }: { short: ShownShort | null }) {
  const { t } = useTranslation("buy");
  if (!short) return null;
  const { received, missing, returnable } = short;
  return (
    <div className="mb-5" data-short={String(received)}>
      <Alert tone="warn">
        <p className="font-semibold">{t("short.title", { amount: formatSol(received) })}</p>
        <div className="mt-1 grid gap-2 text-sm">
          <p>
            {missing > 0n ? t("short.missing", { amount: formatSol(missing) }) : t("short.split")}
          </p>
          <p>
            {returnable > 0n
              ? t("short.returnable", { amount: formatSol(returnable) })
              : t("short.kept")}
          </p>
        </div>
      </Alert>
    </div>
  );
}
