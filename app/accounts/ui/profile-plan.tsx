import { Form } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { Address } from "../../ui/address";
import { Button } from "../../ui/button";
import { useLocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { PlanId, PlanTerms, PremiumTokenId } from "../rules/plan";
import { ProfileSection } from "./profile-section";

interface Props {
  id: PlanId;
  terms: PlanTerms;
  premiumTerms: PlanTerms;
  /** Epoch ms of the last reading from the chain; null before the first one. */
  readAt: number | null;
  /** Null where no token gives Premium. */
  token: PremiumTokenId | null;
  /** True for a plan that no reading changes. */
  isGranted: boolean;
  hasWallet: boolean;
}

/** The plan in force, with its terms and how to get Premium. */
export function ProfilePlan(props: Props) {
  const { id, terms, premiumTerms, readAt, token, isGranted, hasWallet } = props;
  const { t } = useTranslation("account");
  const { size, commission } = useFormat();
  const { moment } = useLocalTime();
  return (
    <ProfileSection id="plan" title={t("plan.title")} lead={t("plan.lead")}>
      <p className="font-semibold">{t(`plan.names.${id}`)}</p>
      <p className="mt-0.5 text-ink-2 text-sm">
        {t("plan.terms", { size: size(terms.maxFileBytes), fee: commission(terms.feeBps) })}{" "}
        <a href={paths.creator} className="link">
          {t("plan.more")}
        </a>
      </p>
      {token && !isGranted && (
        <div className="mt-5 grid gap-3 border-line border-t pt-5">
          <p>
            {t(`plan.by.${token.kind}`, {
              fee: commission(premiumTerms.feeBps),
              size: size(premiumTerms.maxFileBytes),
            })}
          </p>
          <Address value={token.address} label={t("plan.copy")} />
          {hasWallet ? (
            <Form method="post" className="flex flex-wrap items-center gap-x-5 gap-y-3">
              <input type="hidden" name="intent" value="check-plan" />
              <Button type="submit" variant="secondary">
                {t("plan.check")}
              </Button>
              <p className="text-ink-2 text-sm">
                {readAt === null ? t("plan.unread") : t("plan.readAt", { date: moment(readAt) })}
              </p>
            </Form>
          ) : (
            <p className="text-ink-2 text-sm">{t("plan.noWallet")}</p>
          )}
        </div>
      )}
    </ProfileSection>
  );
}
