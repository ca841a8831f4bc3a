import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { LicenceKind } from "../../products/rules/licence-kind";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { TextField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { MAX_INSTANCES, MAX_STATEMENT_DAYS } from "../rules/licence";
import { SETTINGS_FORM } from "../rules/licence-forms";

interface Props {
  kind: LicenceKind | null;
  isFree: boolean;
  /** This deployment signs statements. */
  isSigning: boolean;
  /** Null for never. */
  statementDays: number | null;
  /** Null for no limit of the seller's. */
  maxInstances: number | null;
}

const KINDS = ["none", "generated", "pool"] as const;

/** Which keys the product gives, and for how long a check without network counts. */
export function LicenceSettingsForm(props: Props) {
  const { kind, isFree, isSigning, statementDays, maxInstances } = props;
  const { t } = useTranslation("page-licences");
  const saved = {
    kind: kind === "pool" || kind === "generated" ? kind : "none",
    days: statementDays === null ? "" : String(statementDays),
    instances: maxInstances === null ? "" : String(maxInstances),
  };
  const { problem, values, field } = useForm(SETTINGS_FORM, saved);
  return (
    <Card>
      <Form method="post" aria-label={t("settings.title")} className="grid gap-5">
        <input type="hidden" name="intent" value="settings" />
        <fieldset className="grid gap-1">
          <legend className="mb-2 font-bold font-display text-xl">{t("settings.title")}</legend>
          {KINDS.map((one) => (
            <Choice key={one} value={one} isChosen={values.kind === one}>
              {t(`settings.kinds.${one}`)}
              <span className="block text-ink-2 text-sm">{t(`settings.about.${one}`)}</span>
            </Choice>
          ))}
          {isFree && <p className="text-ink-2 text-sm">{t("settings.free")}</p>}
        </fieldset>
        <TextField
          label={t("settings.instances")}
          hint={t("settings.instancesHint", { most: MAX_INSTANCES })}
          inputMode="numeric"
          {...field("instances")}
        />
        <TextField
          label={t("settings.days")}
          hint={t(isSigning ? "settings.daysHint" : "settings.unsigned", {
            most: MAX_STATEMENT_DAYS,
          })}
          inputMode="numeric"
          {...field("days")}
        />
        <FormAlert id={FORM_ERROR_ID} error={problem} />
        <Button type="submit" className="justify-self-start">
          {t("settings.save")}
        </Button>
        <div className="grid gap-2 text-ink-2 text-sm">
          <p>{t("settings.change")}</p>
          <p>{t("settings.refunds")}</p>
        </div>
      </Form>
    </Card>
  );
}

interface ChoiceProps {
  value: (typeof KINDS)[number];
  isChosen: boolean;
  children: ReactNode;
}

function Choice({ value, isChosen, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1">
      <input
        type="radio"
        name="kind"
        value={value}
        defaultChecked={isChosen}
        className="mt-0.5 size-5 shrink-0 accent-ink"
      />
      <span>{children}</span>
    </label>
  );
}
