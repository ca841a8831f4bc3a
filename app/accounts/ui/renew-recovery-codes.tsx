import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "../../ui/alert";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";

interface Props {
  /** Codes that were not used. */
  left: number;
  hasPassword: boolean;
  refusal: string | undefined;
}

/** How many codes are left, and new ones in their place. */
export function RenewRecoveryCodesForm({ left, hasPassword, refusal }: Props) {
  const { t } = useTranslation("account");
  if (!hasPassword) {
    return (
      <Card className="mt-7 grid justify-items-start gap-4">
        <p>{t("codes.needsPassword")}</p>
        <ButtonLink to="/profil/password" reloadDocument>
          {t("ways.setPassword")}
        </ButtonLink>
      </Card>
    );
  }
  return (
    <Card className="mt-7 grid gap-5">
      <p className="font-bold font-display text-2xl tracking-tight">
        {t("ways.codesLeft", { count: left })}
      </p>
      {left > 0 && <p className="text-ink-2">{t("codes.renewLead")}</p>}
      <Alert>{refusal}</Alert>
      <Form method="post" reloadDocument className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <input type="hidden" name="intent" value="renew" />
        <Button type="submit">{t(left > 0 ? "codes.renew" : "codes.make")}</Button>
        <a href="/profil" className="link text-ink-2">
          {t("codes.back")}
        </a>
      </Form>
    </Card>
  );
}
