import { Form } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { profilePaths } from "../../lib/profile-paths";
import { Alert } from "../../ui/alert";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { CopyButton } from "../../ui/copy-button";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";

/** Shows new recovery codes, the only time that they can be copied or saved. */
export function NewRecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation("account");
  const hydrated = useHydrated();
  return (
    <Card className="mt-7 grid gap-6 max-sm:p-5">
      <ol
        aria-label={t("codes.title")}
        className="grid gap-x-8 gap-y-2.5 font-mono text-base tabular-nums sm:grid-cols-2 sm:text-lg"
      >
        {codes.map((code, at) => (
          <li key={code} className="flex items-baseline gap-3">
            <span className="w-5 text-right text-ink-3 text-sm" aria-hidden="true">
              {at + 1}
            </span>
            <code className="wrap-anywhere">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3 border-line border-t pt-5">
        <ButtonLink to={profilePaths.recoveryCodesText} variant="secondary" reloadDocument download>
          {t("codes.save")}
        </ButtonLink>
        {hydrated && <CopyButton text={codes.join("\n")} caption={t("codes.copy")} />}
      </div>
      <Form method="post" reloadDocument className="grid gap-3">
        <input type="hidden" name="intent" value="kept" />
        <Button type="submit" size="l">
          {t("codes.kept")}
        </Button>
        <p className="text-center text-ink-2 text-sm">{t("codes.once")}</p>
      </Form>
    </Card>
  );
}

interface RenewProps {
  /** Unused codes. */
  left: number;
  hasPassword: boolean;
  refusal: string | undefined;
}

/** The number of unused codes, and a form that replaces them. */
export function RenewRecoveryCodesForm({ left, hasPassword, refusal }: RenewProps) {
  const { t } = useTranslation("account");
  if (!hasPassword) {
    return (
      <Card className="mt-7 grid justify-items-start gap-4">
        <p>{t("codes.needsPassword")}</p>
        <ButtonLink to={profilePaths.password} reloadDocument>
          {t("loginMethods.setPassword")}
        </ButtonLink>
      </Card>
    );
  }
  return (
    <Card className="mt-7 grid gap-5">
      <p className="font-bold font-display text-2xl tracking-tight">
        {t("loginMethods.codesLeft", { count: left })}
      </p>
      {left > 0 && <p className="text-ink-2">{t("codes.renewLead")}</p>}
      <Alert>{refusal}</Alert>
      <Form method="post" reloadDocument className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <input type="hidden" name="intent" value="renew" />
        <Button type="submit">{t(left > 0 ? "codes.renew" : "codes.make")}</Button>
        <a href={paths.profile} className="link text-ink-2">
          {t("codes.back")}
        </a>
      </Form>
    </Card>
  );
}
