import { uidTag } from "../../accounts/rules/display-name";
import { formatSol } from "../../lib/lamports";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import type { ShownReferral } from "../rules/purchase-page";

/** Who recommended the product and what they get of the price, with a plain form that removes it. */
export function ReferralNote({ uid, name, percent, lamports }: ShownReferral) {
  const { t } = useTranslation("buy");
  const { t: common } = useTranslation("common");
  const shown = name || common("member", { tag: uidTag(uid) });
  return (
    <form method="post" className="mb-4 text-ink-2 text-sm" data-referral="">
      <span className="wrap-anywhere">{t("referral.by", { name: shown, percent })}</span>{" "}
      <Sol amount={formatSol(lamports)} />. {t("referral.same")}{" "}
      <button
        type="submit"
        name="intent"
        value="remove-referral"
        className="link cursor-pointer py-1"
      >
        {t("referral.remove")}
      </button>
    </form>
  );
}
