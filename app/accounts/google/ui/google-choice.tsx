import { Form, useNavigation } from "@remix-run/react";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { TextField } from "../../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../../ui/form-alert";
import { useTranslation } from "../../../ui/translation";

interface Props {
  title: string;
  /** The address that Google verified, which a password account has as well. */
  email: string;
  refusal: string | null;
}

/** Links the Google identity to the password account, or opens a new account. */
export function GoogleChoice({ title, email, refusal }: Props) {
  const { t } = useTranslation(["google", "account"]);
  const busy = useNavigation().state !== "idle";
  return (
    <div className="mx-auto grid w-full max-w-md gap-6">
      <h1>{title}</h1>
      <p className="wrap-anywhere text-ink-2 text-lg">{t("choice.lead", { email })}</p>
      <Card className="grid gap-5">
        <Form method="post" aria-label={title} className="grid gap-4">
          <input type="hidden" name="intent" value="link" />
          <input type="hidden" name="username" value={email} autoComplete="username" />
          <TextField
            label={t("account:password")}
            type="password"
            name="password"
            required
            autoComplete="current-password"
            errorId={refusal === null ? undefined : FORM_ERROR_ID}
          />
          <FormAlert
            id={FORM_ERROR_ID}
            error={refusal === null ? null : { message: refusal, field: "password" }}
          />
          <Button type="submit" busy={busy}>
            {t("choice.link")}
          </Button>
        </Form>
        <Form method="post" className="grid gap-3 border-line border-t pt-5">
          <input type="hidden" name="intent" value="separate" />
          <p className="text-ink-2">{t("choice.separateLead")}</p>
          <Button type="submit" variant="secondary" disabled={busy}>
            {t("choice.separate")}
          </Button>
        </Form>
      </Card>
    </div>
  );
}
