import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { offerPaths } from "../../lib/offer-paths";
import { Badge } from "../../ui/badge";
import { Button, ButtonLink } from "../../ui/button";
import { ConfirmDetails } from "../../ui/confirm-details";
import { useLocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { CodeState } from "../rules/code-state";
import { type AmountOff, useAmountOff } from "./code-off";
import { CopiedLink } from "./copied-link";

interface SellersCode {
  id: string;
  name: string;
  state: CodeState;
  off: AmountOff;
  isForAll: boolean;
  /** Products of its list. */
  products: number;
  /** One of them. */
  product: { title: string } | null;
  /** Products on whose page it is applied for everyone. */
  appliedOn: number;
  used: number;
  capacity: number | null;
  perPerson: number | null;
  /** Epoch ms. */
  startsAt: number | null;
  endsAt: number | null;
  /** SOL as decimal text. */
  minimum: string | null;
  revenue: string;
  /** Absolute, to its only product; null for a code of several. */
  link: string | null;
}

/** A code with its figures and what its seller can do. */
export function CodeCard({ code }: { code: SellersCode }) {
  const { t } = useTranslation("codes");
  const { id, name, state, link } = code;
  return (
    <li
      data-code={id}
      data-state={state}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-card p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 break-all text-xl">{name}</h2>
        <Badge tone={state === "live" ? "good" : "plain"}>{t(`states.${state}`)}</Badge>
      </div>
      <CodeFacts code={code} />
      {state !== "disabled" &&
        (link ? (
          <CopiedLink address={link} label={t("links.copyOf", { name })} />
        ) : (
          <p className="text-ink-2 text-sm">{t("links.onPage")}</p>
        ))}
      <CodeActions code={code} />
    </li>
  );
}

function CodeFacts({ code }: { code: SellersCode }) {
  const { t } = useTranslation("codes");
  const { count } = useFormat();
  const amountOff = useAmountOff();
  const { off, minimum, used, capacity, perPerson, revenue } = code;
  const uses = { used: count(used), capacity: count(capacity ?? 0) };
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 nav:grid-cols-5">
      <Fact name={t("facts.off")}>
        {amountOff(off)}
        {minimum !== null && (
          <Small>
            {t("facts.minimum")} <Sol amount={minimum} />
          </Small>
        )}
      </Fact>
      <Fact name={t("facts.where")}>
        <Where code={code} />
      </Fact>
      <Fact name={t("facts.uses")}>
        {t(capacity === null ? "facts.usesOfAny" : "facts.usesOf", uses)}
        {perPerson !== null && <Small>{t("facts.perPerson", { count: perPerson })}</Small>}
      </Fact>
      <Fact name={t("facts.revenue")}>
        <Sol amount={revenue} />
      </Fact>
      <Fact name={t("facts.dates")}>
        <Dates code={code} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-xs">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-ink-2 text-sm">{children}</span>;
}

function Where({ code: { isForAll, products, product, appliedOn } }: { code: SellersCode }) {
  const { t } = useTranslation("codes");
  const isOne = products === 1 && product !== null;
  return (
    <>
      {isForAll && t("where.all")}
      {!isForAll && (isOne ? product.title : t("where.products", { count: products }))}
      {appliedOn > 0 && <Small>{t("where.applied", { count: appliedOn })}</Small>}
    </>
  );
}

function Dates({ code: { startsAt, endsAt } }: { code: SellersCode }) {
  const { t } = useTranslation("codes");
  const { moment } = useLocalTime();
  if (startsAt === null && endsAt === null) return t("dates.always");
  return (
    <>
      {startsAt !== null && (
        <span className="block">{t("dates.from", { when: moment(startsAt) })}</span>
      )}
      {endsAt !== null && (
        <span className="block">{t("dates.until", { when: moment(endsAt) })}</span>
      )}
    </>
  );
}

function CodeActions({ code: { id, name, state } }: { code: SellersCode }) {
  const { t } = useTranslation("codes");
  const label = (action: "edit" | "enable") => t(`actions.${action}Code`, { name });
  return (
    <div className="flex flex-wrap items-start gap-3">
      <ButtonLink variant="secondary" size="s" to={offerPaths.code(id)} aria-label={label("edit")}>
        {t("actions.edit")}
      </ButtonLink>
      {state === "disabled" ? (
        <Form method="post" preventScrollReset replace>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="intent" value="enable" />
          <Button type="submit" variant="secondary" size="s" aria-label={label("enable")}>
            {t("actions.enable")}
          </Button>
        </Form>
      ) : (
        <Disable id={id} name={name} />
      )}
    </div>
  );
}

/** Says what becomes of open orders, and asks. */
function Disable({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("codes");
  return (
    <ConfirmDetails
      summary={t("actions.disable")}
      about={name}
      label={t("actions.disableCode", { name })}
      text={t("actions.disableText")}
      values={{ id, intent: "disable" }}
      confirm={t("actions.confirm")}
    />
  );
}
