// @chunk seller-notes
import type { ShownSellerStatus } from "../../accounts/rules/seller-status";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../ui/translation";

/** Id of the section of the terms on traders and private people. */
const TERMS_SECTION = "sellers";
const FIELDS = ["name", "address", "registration", "email"] as const;

/** Whether a seller is a trader or a private person, what that means for a buyer, and the trader's business. */
export function SellerKindNote({ kind, business }: ShownSellerStatus) {
  const { t } = useTranslation("seller-status");
  const status = kind ?? "unset";
  return (
    <div className="mt-2 max-w-prose text-ink-2 text-sm">
      <p>
        <strong className="text-ink">{t(`${status}.label`)}</strong>. {t(`${status}.meaning`)}{" "}
        <a href={`${paths.terms}#${TERMS_SECTION}`} className="link">
          {t("more")}
        </a>
      </p>
      {business && (
        <details className="mt-1">
          <summary className="link w-fit cursor-pointer">{t("business")}</summary>
          <dl className="mt-2 grid gap-1">
            {FIELDS.filter((name) => business[name]).map((name) => (
              <div key={name}>
                <dt className="inline">{t(`fields.${name}`)}</dt>{" "}
                <dd className="wrap-anywhere inline whitespace-pre-line text-ink">
                  {business[name]}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}
