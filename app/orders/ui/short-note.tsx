import { formatSol } from "../../lib/lamports";
import { useTranslation } from "../../ui/translation";
import type { ShownShort } from "../rules/purchase-page";
import { Note } from "./note";

/** What came for an order below its price, what is missing, and what becomes of it. */
export function ShortNote({ short }: { short: ShownShort | null }) {
  const { t } = useTranslation("buy");
  if (!short) return null;
  const { received, missing, returnable } = short;
  return (
    <Note title={t("short.title", { amount: formatSol(received) })}>
      {t(missing ? "short.missing" : "short.split", { amount: formatSol(missing) })}{" "}
      {t(returnable ? "short.returnable" : "short.kept", { amount: formatSol(returnable) })}
    </Note>
  );
}
