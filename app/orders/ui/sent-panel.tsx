import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button";
import { Spinner } from "../../ui/spinner";

/** After this time without a word from the chain, the transaction may never have left (ms). */
const PATIENCE_MS = 45_000;

/** Signed and on its way: nothing to do but wait, and after a while the choice to pay again. */
export function SentPanel({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation("buy");
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) {
    return (
      <p className="flex min-h-24 items-center justify-center text-4xl text-accent">
        <Spinner />
      </p>
    );
  }
  return (
    <div className="grid gap-2 text-center">
      <Button look="secondary" onClick={onAgain}>
        {t("pay.again")}
      </Button>
      <p className="text-ink-3 text-sm">{t("pay.againHint")}</p>
    </div>
  );
}
