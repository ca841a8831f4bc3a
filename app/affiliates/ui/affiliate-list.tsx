import { Form } from "@remix-run/react";
import { useId } from "react";
import { formatSol } from "../../lib/lamports";
import { Button } from "../../ui/button";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import type { AffiliateState, SellerDecision } from "../rules/affiliate";

interface Person {
  id: string;
  name: string;
  state: AffiliateState;
  /** Of the person; null for that of the product. */
  percent: number | null;
  note: string;
  /** Without a linked wallet there is no part. */
  hasWallet: boolean;
  sales: number;
  /** Lamports. */
  received: bigint;
  dueBack: bigint;
}

interface Props {
  people: readonly Person[];
  /** Of the product; null while it pays nobody. */
  percent: number | null;
}

/** What the seller can decide on a person, by their state. */
const DECISIONS_ON: Record<AffiliateState, readonly SellerDecision[]> = {
  applied: ["accept", "decline", "refuse"],
  active: ["end", "refuse"],
  declined: ["refuse"],
  refused: [],
  ended: ["refuse"],
  left: ["refuse"],
};

/** Applications, then those in force, then the others, each with what they brought. */
export function AffiliateList({ people, percent }: Props) {
  const { t } = useTranslation("page-affiliates");
  const groups = [
    ["applications", people.filter(({ state }) => state === "applied")],
    ["active", people.filter(({ state }) => state === "active")],
    ["past", people.filter(({ state }) => state !== "applied" && state !== "active")],
  ] as const;
  if (people.length === 0) return <p className="text-ink-2">{t("people.none")}</p>;
  return groups.map(
    ([name, members]) =>
      members.length > 0 && (
        <section key={name} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2 className="text-xl">{t(`people.${name}`)}</h2>
          <ul className="divide-y divide-line border-line border-y">
            {members.map((person) => (
              <Member key={person.id} person={person} percent={percent} />
            ))}
          </ul>
        </section>
      ),
  );
}

function Member({ person, percent }: { person: Person; percent: number | null }) {
  const { t } = useTranslation("page-affiliates");
  const nameId = useId();
  const { id, name, state, note, hasWallet, sales, received, dueBack } = person;
  const inForce = person.percent ?? percent;
  const isCurrent = state === "applied" || state === "active";
  return (
    <li data-affiliate={id} className="grid grid-cols-[minmax(0,1fr)] gap-2 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span id={nameId} className="wrap-anywhere font-semibold">
          {name}
        </span>
        {inForce !== null && isCurrent && <span>{t("percent", { percent: inForce })}</span>}
        {!isCurrent && <span className="text-ink-2">{t(`states.${state}`)}</span>}
      </p>
      {note && <p className="wrap-anywhere whitespace-pre-line text-ink-2">{note}</p>}
      {isCurrent && !hasWallet && <p className="text-ink-2 text-sm">{t("people.noWallet")}</p>}
      {(sales > 0 || received > 0n) && (
        <p className="flex flex-wrap gap-x-3 text-sm">
          <span>{t("people.sales", { count: sales })}</span>
          <span>
            {t("people.received")} <Sol amount={formatSol(received)} />
          </span>
          {dueBack > 0n && (
            <span>
              {t("people.dueBack")} <Sol amount={formatSol(dueBack)} />
            </span>
          )}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        {DECISIONS_ON[state].map((decision) => (
          <Decision key={decision} id={id} nameId={nameId} decision={decision} />
        ))}
        {isCurrent && <OwnPercent id={id} nameId={nameId} percent={person.percent} />}
      </div>
    </li>
  );
}

function Decision({
  id,
  nameId,
  decision,
}: {
  id: string;
  nameId: string;
  decision: SellerDecision;
}) {
  const { t } = useTranslation("page-affiliates");
  const buttonId = useId();
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="decide" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="decision" value={decision} />
      <Button
        id={buttonId}
        aria-labelledby={`${buttonId} ${nameId}`}
        type="submit"
        variant={decision === "accept" ? "primary" : "secondary"}
        size={decision === "accept" ? "m" : "s"}
      >
        {t(`decisions.${decision}`)}
      </Button>
    </Form>
  );
}

interface OwnPercentProps {
  id: string;
  nameId: string;
  percent: number | null;
}

function OwnPercent({ id, nameId, percent }: OwnPercentProps) {
  const { t } = useTranslation("page-affiliates");
  const buttonId = useId();
  return (
    <Form method="post" aria-labelledby={`${buttonId} ${nameId}`} className="flex items-end gap-2">
      <input type="hidden" name="intent" value="percent" />
      <input type="hidden" name="id" value={id} />
      <label className="grid gap-1 text-sm">
        {t("people.ownPercent")}
        <input
          type="text"
          name="percent"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          defaultValue={percent ?? ""}
          className="w-20 rounded-md border border-line-2 bg-card px-2 py-1.5"
        />
      </label>
      <Button
        id={buttonId}
        aria-labelledby={`${buttonId} ${nameId}`}
        type="submit"
        variant="quiet"
        size="s"
      >
        {t("people.savePercent")}
      </Button>
    </Form>
  );
}
