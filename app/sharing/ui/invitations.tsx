import { Form } from "@remix-run/react";
import { query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { TextField } from "../../ui/field";
import { FormAlert } from "../../ui/form-alert";
import { useLocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { useFormat } from "../../ui/use-format";
import { useHydrated } from "../../ui/use-hydrated";
import { INVITATION } from "../rules/author-fields";

/** Makes a link for one person, which is shown once. */
export function InvitationForm({ url }: { url: string | null }) {
  const { t } = useTranslation("authors");
  const { problem, field } = useForm(INVITATION);
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{t("inviteText")}</p>
      {url && <NewLink url={url} />}
      <Form method="post" aria-label={t("invite")} className="grid gap-4" replace>
        <TextField
          label={t("part")}
          hint={t("percentHint")}
          inputMode="decimal"
          {...field("percent")}
        />
        <TextField label={t("note")} hint={t("noteHint")} {...field("note")} />
        <FormAlert error={problem?.field ? null : problem} />
        <Button type="submit" className="justify-self-start">
          {t("create")}
        </Button>
      </Form>
    </div>
  );
}

function NewLink({ url }: { url: string }) {
  const { t } = useTranslation("authors");
  const hydrated = useHydrated();
  return (
    <div className="grid gap-3 rounded-md border border-line bg-sunk p-4">
      <p role="status">{t("ready")}</p>
      <p data-invitation className="select-all break-all font-mono text-sm">
        {url}
      </p>
      {hydrated && (
        <div>
          <CopyButton text={url} caption={t("copy")} />
        </div>
      )}
    </div>
  );
}

interface OpenInvitation {
  id: string;
  bps: number;
  note: string;
  /** Epoch ms. */
  endsAt: number;
}

interface ListProps {
  invitations: readonly OpenInvitation[];
  /** The seller has authenticated recently. */
  mayChange: boolean;
}

/** Invitations that nobody has answered yet. */
export function InvitationList({ invitations, mayChange }: ListProps) {
  const { t } = useTranslation("authors");
  const { commission } = useFormat();
  const { day } = useLocalTime();
  return (
    <ul className="grid gap-3">
      {invitations.map(({ id, bps, note, endsAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-3"
        >
          <span className="wrap-anywhere font-semibold">{note || t("unnamed")}</span>
          <span className="tabular-nums">{commission(bps)}</span>
          <span className="text-ink-2 text-sm">{t("until", { day: day(endsAt) })}</span>
          {mayChange && (
            <Form method="post" action={query({ invitation: id })} replace>
              <Button
                type="submit"
                size="s"
                variant="quiet"
                aria-label={t("revokeOf", { note: note || t("unnamed") })}
              >
                {t("revoke")}
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
