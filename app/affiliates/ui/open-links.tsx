import { Form } from "@remix-run/react";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { TextField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { LocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { INVITATION_FORM } from "../rules/programme-forms";

interface Invitation {
  id: string;
  /** Null for that of the product. */
  percent: number | null;
  capacity: number;
  accepted: number;
  /** Epoch ms. */
  expiresAt: number;
}

interface Props {
  /** The link that was just made, absolute; null for none. */
  made: string | null;
  invitations: readonly Invitation[];
}

/** Links of invitation: the form for another one, and those that can still be accepted. */
export function OpenLinks({ made, invitations }: Props) {
  const { t } = useTranslation("page-affiliates");
  const { problem, field } = useForm(INVITATION_FORM, { people: "1", percent: "" });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="text-xl">{t("invitations.title")}</h2>
      <p className="text-ink-2">{t("invitations.text")}</p>
      {made && (
        <div role="status" className="grid gap-1">
          <p className="font-semibold">{t("invitations.made")}</p>
          <code className="break-all rounded bg-sunk px-2 py-1 font-mono text-sm">{made}</code>
        </div>
      )}
      <Form method="post" aria-label={t("invitations.make")} className="grid gap-4 sm:max-w-sm">
        <input type="hidden" name="intent" value="invite" />
        <TextField label={t("invitations.people")} inputMode="numeric" {...field("people")} />
        <TextField
          label={t("invitations.percent")}
          hint={t("invitations.percentHint")}
          inputMode="numeric"
          {...field("percent")}
        />
        <FormAlert id={FORM_ERROR_ID} error={problem} />
        <Button type="submit" variant="secondary" className="justify-self-start">
          {t("invitations.make")}
        </Button>
      </Form>
      {invitations.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {invitations.map((one) => (
            <OpenLink key={one.id} {...one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function OpenLink({ id, percent, capacity, accepted, expiresAt }: Invitation) {
  const { t } = useTranslation("page-affiliates");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span>{t("invitations.accepted", { accepted, count: capacity })}</span>
      {percent !== null && <span>{t("percent", { percent })}</span>}
      <span className="text-ink-2 text-sm">
        {t("invitations.until")} <LocalTime at={expiresAt} />
      </span>
      <Form method="post" className="ml-auto">
        <input type="hidden" name="intent" value="revoke" />
        <input type="hidden" name="id" value={id} />
        <Button type="submit" variant="quiet" size="s">
          {t("invitations.revoke")}
        </Button>
      </Form>
    </li>
  );
}
