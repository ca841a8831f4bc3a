import type { ReactNode } from "react";
import { useTranslation } from "../../ui/translation";
import type { Operator } from "../rules/operator";

const FIELDS = ["name", "address", "registration", "host"] as const;

/** Who runs this deployment, and how to reach them. A field that is not set is left out. */
export function OperatorFacts({ operator, mailbox }: { operator: Operator; mailbox: string }) {
  const { t } = useTranslation("page-legal");
  const set = FIELDS.filter((name) => operator[name]);
  return (
    <dl className="grid gap-4 rounded-lg border border-line bg-card p-6">
      {set.map((name) => (
        <Fact key={name} name={t(`operator.${name}`)}>
          {operator[name]}
        </Fact>
      ))}
      <Fact name={t("operator.mailbox")}>
        <a className="link" href={`mailto:${mailbox}`}>
          {mailbox}
        </a>
      </Fact>
      <Fact name={t("operator.contactPoint")}>{t("operator.contactPointText", { mailbox })}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 break-words font-medium">{children}</dd>
    </div>
  );
}
