import { Form, useNavigation } from "@remix-run/react";
import { typedSol } from "../../lib/parse-sol";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { type FieldsOf, useForm } from "../../ui/use-form";
import { CODE_FORM, type CodeFields } from "../rules/code-form";
import { Choice } from "./choice";
import { CodeProducts, type ProductToChoose } from "./code-products";

interface Props {
  /** Names the form. */
  title: string;
  /** Null for a new code. */
  id: string | null;
  /** Epoch ms. */
  updatedAt: number;
  isDisabled: boolean;
  fields: CodeFields;
  products: readonly ProductToChoose[];
  timeZone: string;
}

type CodeFieldProps = FieldsOf<typeof CODE_FORM.fields>;

/** The form of a code. Style alone hides the fields of the other choice, so that it works without script. */
export function CodeForm({ title, updatedAt, fields, timeZone, ...product }: Props) {
  const { t } = useTranslation("codes");
  const { problem, values, field } = useForm(CODE_FORM, fields);
  const { formMethod, state } = useNavigation();
  return (
    <Form
      method="post"
      aria-label={title}
      noValidate
      className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-8"
    >
      <FormAlert error={problem} />
      <input type="hidden" name="updatedAt" value={updatedAt} />
      <input type="hidden" name="timeZone" value={timeZone} />
      <TextField label={t("form.name")} hint={t("form.nameHint")} {...field("name")} />
      <ValueFields field={field} kind={values.kind} />
      <CodeProducts {...product} values={values} error={field("product").error} />
      <LimitFields field={field} />
      <DateFields field={field} timeZone={timeZone} />
      <Button
        type="submit"
        busy={state !== "idle" && formMethod === "POST"}
        className="justify-self-start"
      >
        {t("form.save")}
      </Button>
    </Form>
  );
}

function ValueFields({ field, kind }: { field: CodeFieldProps; kind: CodeFields["kind"] }) {
  const { t } = useTranslation("codes");
  return (
    <fieldset className="group grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="mb-1.5 font-semibold text-sm">{t("form.value")}</legend>
      <div className="flex flex-wrap gap-x-6">
        <Choice name="kind" value="percent" isChosen={kind === "percent"}>
          {t("form.kinds.percent")}
        </Choice>
        <Choice name="kind" value="amount" isChosen={kind === "amount"}>
          {t("form.kinds.amount")}
        </Choice>
      </div>
      <div className="group-has-[input[value=amount]:checked]:hidden">
        <TextField
          label={t("form.percent")}
          hint={t("form.percentHint")}
          inputMode="numeric"
          {...field("percent")}
        />
      </div>
      <div className="group-has-[input[value=percent]:checked]:hidden">
        <SolField label={t("form.amount")} hint={t("form.amountHint")} field={field("amount")} />
      </div>
    </fieldset>
  );
}

interface SolFieldProps {
  label: string;
  hint: string;
  field: ReturnType<CodeFieldProps>;
}

/** An amount of SOL with the separator of the language. */
function SolField({ label, hint, field }: SolFieldProps) {
  const { i18n } = useTranslation();
  const shown = typedSol(field.defaultValue ?? "", i18n.language);
  return (
    <TextField label={label} hint={hint} inputMode="decimal" {...field} defaultValue={shown} />
  );
}

function LimitFields({ field }: { field: CodeFieldProps }) {
  const { t } = useTranslation("codes");
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
      <legend className="mb-1.5 font-semibold text-sm">{t("form.limits")}</legend>
      <TextField
        label={t("form.capacity")}
        hint={t("form.capacityHint")}
        inputMode="numeric"
        {...field("capacity")}
      />
      <TextField
        label={t("form.perPerson")}
        hint={t("form.perPersonHint")}
        inputMode="numeric"
        {...field("perPerson")}
      />
      <SolField label={t("form.minimum")} hint={t("form.minimumHint")} field={field("minimum")} />
    </fieldset>
  );
}

function DateFields({ field, timeZone }: { field: CodeFieldProps; timeZone: string }) {
  const { t } = useTranslation("codes");
  const zone = t("form.timeZone", { zone: timeZone });
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
      <legend className="mb-1.5 font-semibold text-sm">{t("form.dates")}</legend>
      <TextField
        label={t("form.startsAt")}
        hint={zone}
        {...field("startsAt")}
        type="datetime-local"
      />
      <TextField label={t("form.endsAt")} hint={zone} {...field("endsAt")} type="datetime-local" />
    </fieldset>
  );
}
