import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormProblem } from "../../lib/form";
import { paths } from "../../lib/paths";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { SelectField, TextareaField, TextField } from "../../ui/field";
import { FORM_ERROR_ID } from "../../ui/form-alert";
import { useLocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import type { FieldProps } from "../../ui/use-form";
import type { Declaration } from "../rules/withdrawal";

interface ListedContract {
  orderId: string;
  title: string;
  /** Epoch ms. */
  boughtAt: number;
  /** Shown to a browser without an account; else null. */
  receiptNumber: string | null;
}

type Values = Partial<Record<"name" | "order" | "contract" | "contact", string>>;

interface DeclareProps {
  contracts: readonly ListedContract[];
  values: Values;
  problem: FormProblem | null;
  field(name: "name" | "order" | "contract" | "contact"): FieldProps;
}

/** The first step: who withdraws from which contract, and how to reach the person. */
export function DeclareStep({ contracts, values, problem, field }: DeclareProps) {
  const { t } = useTranslation("withdrawal");
  const { day } = useLocalTime();
  const { rows, ...contract } = field("contract");
  const hasList = contracts.length > 0;
  const numbers = contracts.filter(({ receiptNumber }) => receiptNumber !== null);
  return (
    <section className="flex flex-col gap-5">
      <h2>{t("declare.title")}</h2>
      {problem && <Alert id={FORM_ERROR_ID}>{problem.message}</Alert>}
      <Form
        method="post"
        action={paths.withdrawal}
        aria-label={t("declare.title")}
        className="flex flex-col gap-5"
        noValidate={Boolean(problem)}
      >
        <TextField label={t("name")} {...field("name")} />
        {hasList && (
          <SelectField label={t("declare.order")} {...field("order")} defaultValue={values.order}>
            {contracts.map(({ orderId, title, boughtAt }) => (
              <option key={orderId} value={orderId}>
                {t("declare.bought", { title, date: day(boughtAt) })}
              </option>
            ))}
            <option value="">{t("declare.other")}</option>
          </SelectField>
        )}
        <TextareaField
          label={t(hasList ? "declare.otherContract" : "contract")}
          hint={t("declare.contractHint")}
          required={!hasList}
          rows={rows}
          {...contract}
        />
        <TextField label={t("contact")} hint={t("declare.contactHint")} {...field("contact")} />
        <Button type="submit" className="self-start">
          {t("declare.continue")}
        </Button>
      </Form>
      {numbers.length > 0 && (
        <Card className="grid gap-3">
          <h3>{t("numbers.title")}</h3>
          <p className="text-ink-2">{t("numbers.text")}</p>
          <dl className="grid gap-2">
            {numbers.map(({ orderId, title, receiptNumber }) => (
              <DeclarationRow key={orderId} name={title}>
                <code data-receipt-number>{receiptNumber}</code>
              </DeclarationRow>
            ))}
          </dl>
        </Card>
      )}
    </section>
  );
}

interface ConfirmProps {
  shown: Declaration & { secret: string };
  values: Values;
}

/** The second step: everything that was entered, and the button that declares. */
export function ConfirmStep({ shown, values }: ConfirmProps) {
  const { t } = useTranslation("withdrawal");
  return (
    <section className="flex flex-col gap-5">
      <h2>{t("confirm.title")}</h2>
      <Card className="grid gap-5">
        <p className="wrap-anywhere font-semibold text-lg">
          {t("sentence", { contract: shown.contract })}
        </p>
        <DeclarationList declaration={shown} />
      </Card>
      <p className="text-ink-2">{t("confirm.text")}</p>
      <Form method="post" action={paths.withdrawal} className="flex flex-wrap gap-3">
        {Object.entries({ ...values, secret: shown.secret }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" name="intent" value="confirm" size="l">
          {t("confirm.button")}
        </Button>
        <Button type="submit" name="intent" value="edit" size="l" variant="secondary">
          {t("confirm.edit")}
        </Button>
      </Form>
    </section>
  );
}

/** What is declared. */
export function DeclarationList({ declaration }: { declaration: Declaration }) {
  const { t } = useTranslation("withdrawal");
  return (
    <dl className="grid gap-3">
      <DeclarationRow name={t("name")}>{declaration.name}</DeclarationRow>
      <DeclarationRow name={t("contract")}>{declaration.contract}</DeclarationRow>
      <DeclarationRow name={t("contact")}>{declaration.contact}</DeclarationRow>
    </dl>
  );
}

export function DeclarationRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="wrap-anywhere text-ink-2 text-sm">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
