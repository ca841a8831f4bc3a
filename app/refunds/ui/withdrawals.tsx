import { Form, Link } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import type { Cluster } from "../../lib/cluster";
import { defineForm } from "../../lib/form";
import { query } from "../../lib/paths";
import { Address } from "../../ui/address";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { TextareaField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { LocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { MAX_REFUSAL_CHARS, type Proof } from "../../withdrawals/rules/withdrawal";
import { ContactBuyer } from "./contact-buyer";
import { Decision, RefundDecision } from "./decisions";
import { Fact } from "./incoming-payments";

/** A proved declaration. Times in epoch ms. */
interface ShownWithdrawal {
  id: string;
  orderId: string;
  title: string;
  proof: Proof;
  name: string;
  contact: string;
  declaredAt: number;
  /** Null where the record lacks it. */
  boughtAt: number | null;
  /** When the buyer gave up the right; null where he did not. */
  waivedAt: number | null;
  refundBy: number;
  isLate: boolean;
  isAfterPeriod: boolean;
  /** Declarations of the order that nothing proves. */
  unproved: number;
  /** SOL as decimal text. */
  price: string;
  /** The wallet that paid; null where no payment is on record. */
  payer: string | null;
  refundPending: boolean;
  payment: ComponentProps<typeof RefundDecision>["incoming"] | null;
}

interface Props {
  list: readonly ShownWithdrawal[];
  /** Cursor of the next page; null on the last one. */
  next: string | null;
  cluster: Cluster;
}

/** Declarations of withdrawal that were proved to be the buyer's, the oldest first. */
export function WithdrawalsToDecide({ list, next, cluster }: Props) {
  const { t } = useTranslation("review");
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="withdrawals" className="grid grid-cols-1 gap-4">
      <header>
        <h2 id="withdrawals">{t("withdrawal.title")}</h2>
        <p className="mt-2 max-w-prose text-ink-2">{t("withdrawal.lead")}</p>
      </header>
      <ul className="grid grid-cols-1 gap-4">
        {list.map((withdrawal) => (
          <WithdrawalCard key={withdrawal.id} withdrawal={withdrawal} cluster={cluster} />
        ))}
      </ul>
      {next !== null && (
        <p className="flex justify-center">
          <Link to={query({ withdrawals: next })} className="link">
            {t("withdrawal.more")}
          </Link>
        </p>
      )}
    </section>
  );
}

function WithdrawalCard({
  withdrawal,
  cluster,
}: {
  withdrawal: ShownWithdrawal;
  cluster: Cluster;
}) {
  const { t } = useTranslation("review");
  const { id, orderId, title, refundBy, isLate, isAfterPeriod, refundPending, payment } =
    withdrawal;
  return (
    <li data-withdrawal={orderId}>
      <Card className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 title={title} className="max-w-full truncate text-xl">
            {title}
          </h3>
          <Badge tone="warn">{t("withdrawal.badge")}</Badge>
          <p className={`text-sm sm:ml-auto ${isLate ? "font-semibold text-warn" : "text-ink-2"}`}>
            {t(isLate ? "withdrawal.late" : "withdrawal.refundBy")} <LocalTime at={refundBy} />
          </p>
        </div>
        <WithdrawalFacts {...withdrawal} />
        {isAfterPeriod && <p className="max-w-prose text-ink-2">{t("withdrawal.afterPeriod")}</p>}
        <ContactBuyer orderId={orderId} title={title} />
        {refundPending && (
          <p role="status" className="text-sm text-warn">
            {t("refund.underWay")}
          </p>
        )}
        <div className="flex flex-wrap gap-2 border-line border-t pt-4 [&>[open]]:w-full">
          {payment && <RefundDecision incoming={payment} cluster={cluster} />}
          <RefusalDecision id={id} title={title} />
        </div>
      </Card>
    </li>
  );
}

function WithdrawalFacts(shown: ShownWithdrawal) {
  const { t } = useTranslation("review");
  const { orderId, proof, name, contact, declaredAt, boughtAt, unproved, price, payer } = shown;
  const { waivedAt } = shown;
  const facts: Record<string, ReactNode> = {
    [t("withdrawal.buyer")]: name,
    [t("withdrawal.contact")]: contact,
    [t("withdrawal.declared")]: <LocalTime at={declaredAt} />,
    [t("withdrawal.bought")]: boughtAt === null ? "-" : <LocalTime at={boughtAt} />,
    [t("price")]: <Sol amount={price} />,
    [t("withdrawal.order")]: <code className="text-sm">{orderId}</code>,
    [t("withdrawal.proof")]: t(`withdrawal.proofs.${proof}`),
    ...(waivedAt !== null && { [t("withdrawal.waived")]: <LocalTime at={waivedAt} /> }),
    ...(payer && { [t("payer")]: <Address value={payer} label={t("copyPayer")} /> }),
    ...(unproved > 0 && {
      [t("withdrawal.others")]: t("withdrawal.unproved", { count: unproved }),
    }),
  };
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 nav:grid-cols-4">
      {Object.entries(facts).map(([label, value]) => (
        <Fact key={label} name={label}>
          <span className="wrap-anywhere">{value}</span>
        </Fact>
      ))}
    </dl>
  );
}

/** The form that refuses a declaration; each card has one. */
export function refusalForm(id: string) {
  return defineForm(
    { reason: { required: true, rows: 3, maxLength: MAX_REFUSAL_CHARS } },
    { name: `refuse ${id}` },
  );
}

function RefusalDecision({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation("review");
  const { isRefused, problem, field } = useForm(refusalForm(id));
  return (
    <Decision name={t("withdrawal.refuse")} isOpen={isRefused}>
      <p>{t("withdrawal.refuseText")}</p>
      <Form
        method="post"
        replace
        aria-label={`${t("withdrawal.refuse")}: ${title}`}
        className="grid w-full gap-3"
      >
        <input type="hidden" name="intent" value="refuse" />
        <input type="hidden" name="id" value={id} />
        <FormAlert id={FORM_ERROR_ID} error={problem} />
        <TextareaField label={t("withdrawal.reason")} {...field("reason")} />
        <Button type="submit" className="w-fit">
          {t("withdrawal.refuseYes")}
        </Button>
      </Form>
    </Decision>
  );
}
