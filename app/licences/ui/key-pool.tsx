import { Form } from "@remix-run/react";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDetails } from "../../ui/confirm-details";
import { Field, TextareaField } from "../../ui/field";
import { errorIdOf } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { useFormat } from "../../ui/use-format";
import { MAX_KEY_CHARS, MAX_POOL_KEYS, MIN_KEY_CHARS } from "../rules/licence";
import { KEYS_FORM } from "../rules/licence-forms";
import type { LineFault } from "../rules/pool-text";

interface Counts {
  free: number;
  held: number;
  waiting: number;
}

/** Of the message of the form of keys: the page has another form with one. */
const ERROR_ID = "keys-error";

/** Written keys: how many are left, and how to add some or to remove them. */
export function KeyPool({ counts, faults }: { counts: Counts; faults: readonly LineFault[] }) {
  const { t } = useTranslation("page-licences");
  const { count } = useFormat();
  const { free, held, waiting } = counts;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="text-xl">{t("pool.title")}</h2>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure name={t("pool.free")} value={count(free)} />
        <Figure name={t("pool.held")} value={count(held)} />
      </dl>
      {waiting > 0 && <Alert tone="warn">{t("pool.waiting", { count: waiting })}</Alert>}
      {free === 0 && waiting === 0 && <Alert tone="warn">{t("pool.empty")}</Alert>}
      <NewKeys faults={faults} />
      {free > 0 && (
        <ConfirmDetails
          summary={t("pool.remove")}
          label={t("pool.remove")}
          text={t("pool.removeText", { count: free })}
          values={{ intent: "remove" }}
          confirm={t("pool.removeConfirm")}
          isDangerous
        />
      )}
    </Card>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className="font-bold font-display text-3xl tabular-nums">{value}</dd>
    </div>
  );
}

function NewKeys({ faults }: { faults: readonly LineFault[] }) {
  const { t } = useTranslation("page-licences");
  const { count } = useFormat();
  const { problem, field } = useForm(KEYS_FORM);
  const bounds = { most: count(MAX_POOL_KEYS), least: MIN_KEY_CHARS, chars: MAX_KEY_CHARS };
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      aria-label={t("pool.add")}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <input type="hidden" name="intent" value="add" />
      <TextareaField
        label={t("pool.keys")}
        hint={t("pool.keysHint", bounds)}
        {...field("keys")}
        {...(errorIdOf(problem, "keys") && { errorId: ERROR_ID })}
        className="font-mono text-sm"
      />
      <Field label={t("pool.file")} hint={t("pool.fileHint")}>
        {(control) => <input {...control} type="file" name="file" accept=".txt,.csv,text/plain" />}
      </Field>
      {problem && (
        <Alert id={ERROR_ID}>
          {problem.message}
          {faults.length > 0 && <Faults faults={faults} />}
        </Alert>
      )}
      <Button type="submit" variant="secondary" className="justify-self-start">
        {t("pool.add")}
      </Button>
    </Form>
  );
}

function Faults({ faults }: { faults: readonly LineFault[] }) {
  const { t } = useTranslation("page-licences");
  const { count } = useFormat();
  return (
    <ul className="mt-2 text-sm">
      {faults.map((fault) => (
        <li key={fault.line}>
          {t(`pool.faults.${fault.fault}`, {
            line: count(fault.line),
            first: "first" in fault ? count(fault.first) : "",
            least: MIN_KEY_CHARS,
            most: MAX_KEY_CHARS,
          })}
        </li>
      ))}
    </ul>
  );
}
