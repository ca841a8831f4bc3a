import { Form } from "@remix-run/react";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { TextField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { MAX_AFFILIATE_PERCENT, MIN_AFFILIATE_PERCENT } from "../rules/affiliate";
import { PROGRAMME_FORM } from "../rules/programme-forms";

interface Props {
  /** Null while the product pays nobody. */
  percent: number | null;
  isOpen: boolean;
}

/** Affiliates on or off, the percent, and who may apply. */
export function ProgrammeForm({ percent, isOpen }: Props) {
  const { t } = useTranslation("page-affiliates");
  const saved = {
    percent: percent === null ? "" : String(percent),
    isOn: percent === null ? "" : "1",
    isOpen: isOpen ? "1" : "",
  };
  const { problem, values, field } = useForm(PROGRAMME_FORM, saved);
  const range = { min: MIN_AFFILIATE_PERCENT, max: MAX_AFFILIATE_PERCENT };
  return (
    <Card>
      <Form method="post" aria-label={t("programme.title")} className="grid gap-5">
        <h2 className="text-xl">{t("programme.title")}</h2>
        <input type="hidden" name="intent" value="programme" />
        <Box name="isOn" isChecked={values.isOn === "1"} text={t("programme.on")} />
        <TextField
          label={t("programme.percent")}
          hint={t("programme.percentHint", range)}
          inputMode="numeric"
          {...field("percent")}
        />
        <Box name="isOpen" isChecked={values.isOpen === "1"} text={t("programme.open")} />
        <FormAlert id={FORM_ERROR_ID} error={problem} />
        <Button type="submit" className="justify-self-start">
          {t("programme.save")}
        </Button>
        <div className="grid gap-2 text-ink-2 text-sm">
          <p>{t("programme.newOrders")}</p>
          <p>{t("programme.refunds")}</p>
          <p>{t("programme.secondWallet")}</p>
        </div>
      </Form>
    </Card>
  );
}

function Box({ name, isChecked, text }: { name: string; isChecked: boolean; text: string }) {
  return (
    <label className="flex min-h-9 items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={isChecked}
        className="size-5 shrink-0 accent-ink"
      />
      {text}
    </label>
  );
}
