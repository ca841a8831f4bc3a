import { BRAND } from "../../lib/brand";
import { purchasePaths } from "../../lib/purchase-paths";
import { sitePaths } from "../../lib/site-paths";
import { useTranslation } from "../../ui/translation";
import { CHECKER_PATH, checkCommand, isProvable, KEYS_FILE } from "../rules/purchase-proof";
import type { Receipt } from "../rules/receipt";

/** The proof of a purchase and what checks it, or why there is none. Not on paper. */
export function ProofSection({ orderId, state }: Pick<Receipt, "orderId" | "state">) {
  const { t } = useTranslation("receipt");
  return (
    <section className="grid gap-3 print:hidden" data-proof={state}>
      <h2 className="text-xl">{t("proof.title")}</h2>
      <p className="text-ink-2">{t("proof.lead", { brand: BRAND })}</p>
      {isProvable(state) ? (
        <>
          <ul className="grid gap-1">
            <li>
              <a href={purchasePaths.purchaseProof(orderId)} className="link">
                {t("proof.download")}
              </a>
            </li>
            <li>
              <a href={sitePaths.publicKeys} download={KEYS_FILE} className="link">
                {t("proof.keys")}
              </a>
            </li>
            <li>
              <a href={CHECKER_PATH} download className="link">
                {t("proof.checker")}
              </a>
            </li>
          </ul>
          <p className="text-ink-2 text-sm">{t("proof.how")}</p>
          <p>
            <code className="break-all font-mono text-sm">{checkCommand(orderId)}</code>
          </p>
          <p className="text-ink-2 text-sm">{t("proof.renew")}</p>
        </>
      ) : (
        <p>{t(`proof.none.${state}`)}</p>
      )}
    </section>
  );
}
