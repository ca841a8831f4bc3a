import { useTranslation } from "react-i18next";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import type { AccountSummary } from "../rules/account-lifecycle";

interface Props {
  /** Null while there is nothing to ask. */
  moves: AccountSummary | null;
  /** Name of the wallet that will be asked. */
  wallet: string;
  busy: boolean;
  error: string | null;
  onConfirm(): void;
  onClose(): void;
}

const COUNTS = ["purchases", "products", "orders", "favourites"] as const;

/** Shows what the wallet's own account holds, before all of it moves. */
export function MergeDialog({ moves, wallet, busy, error, onConfirm, onClose }: Props) {
  const { t } = useTranslation("wallet");
  const lines = COUNTS.flatMap((key) => {
    const count = moves?.[key] ?? 0;
    return count > 0 ? [t(`merge.${key}`, { count })] : [];
  });
  if (moves?.sellPage) lines.push(t("merge.sellPage"));
  return (
    <Dialog open={moves !== null} title={t("merge.title")} onClose={onClose}>
      {lines.length === 0 ? (
        <p>{t("merge.empty")}</p>
      ) : (
        <>
          <p>{t("merge.lead")}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <p className="text-ink-2 text-sm">{t("merge.after")}</p>
      <Alert>{error}</Alert>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onConfirm} busy={busy}>
          {busy ? t("waiting", { wallet }) : t("merge.confirm")}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t("merge.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
