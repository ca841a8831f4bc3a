import { useTranslation } from "react-i18next";
import { Alert } from "../../ui/alert";
import type { ShownOrder } from "../rules/purchase-page";

/** What became of the order before: it expired, or was refunded. */
export function EndedNote({ order }: { order: ShownOrder }) {
  const { t } = useTranslation("buy");
  if (order.status !== "refunded" && order.status !== "expired") return null;
  return (
    <div className="mb-5">
      <Alert tone="warn">
        <p className="font-semibold">{t(`order.${order.status}Title`)}</p>
        <p className="mt-1 text-sm">{t(`order.${order.status}`)}</p>
      </Alert>
    </div>
  );
}
