import { Form, Link, useRevalidator, useSubmit } from "@remix-run/react";
import { type FocusEvent, useEffect } from "react";
import { formatSol } from "../../lib/lamports";
import { paths, query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import { isOffer, orderOf, type PurchasePage } from "../rules/purchase-page";
import { CodeTerms } from "./code-terms";
import { ReferralNote } from "./referral-note";
import { isTyped, PRICE_FORM } from "./typed-price";

export interface PriceProps extends PriceFormProps, Pick<PurchasePage, "referral"> {}

interface PriceFormProps
  extends Pick<PurchasePage, "choice" | "asked" | "code" | "refused" | "stage"> {
  product: Pick<PurchasePage["product"], "id">;
  /** Why what was typed does not count, as texts. */
  refusals: { code?: string; amount?: string };
}

/** A form that leaves the person at the same place of the page and of its history. */
const HERE = { preventScrollReset: true, replace: true };

/** Who gets a part of the price for recommending the product, and what a buyer may still change of the price. */
export function PriceOfPage({ referral, ...props }: PriceProps) {
  return (
    <>
      {referral && <ReferralNote {...referral} />}
      {isOpen(props) && <PriceForm {...props} />}
    </>
  );
}

function isOpen({ stage }: PriceFormProps): boolean {
  if (stage.kind === "order") return stage.order.status === "pending";
  return isOffer(stage) || stage.kind === "free";
}

/** What a buyer may type that changes the price: a plain form, whose answer is the page with the new ticket. */
function PriceForm(props: PriceFormProps) {
  const { product, choice, asked, code } = props;
  const { t } = useTranslation("buy");
  const submit = useSubmit();
  useLookUp(props);
  if (!choice) return null;

  /** Who leaves a field has typed: the ticket follows, also where the next press would be another button. */
  function apply({ target }: FocusEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement && isTyped(target)) submit(target.form, HERE);
  }

  return (
    <Form
      method="get"
      name={PRICE_FORM}
      action={paths.buy(product.id)}
      {...HERE}
      aria-label={t("price.form")}
      // The code of the ticket, before the answer comes: both change together. The part itself would be one
      // chunk more for each visitor. It loads again what fails here.
      onFocus={() => void import("./product-text").catch(() => {})}
      onBlur={apply}
      className="mb-4 grid gap-3"
    >
      {choice.amount && <AmountField {...props} amount={choice.amount} />}
      {code && <CodeInForce {...props} code={code} />}
      {choice.hasCodes && (!code || code.isDefault) && <CodeField {...props} />}
      {code && asked.code && <input type="hidden" name="code" value={asked.code} />}
    </Form>
  );
}

/** The page of everyone answers a link whose code takes nothing off: it is asked again, to say why. */
function useLookUp({ asked, refused }: PriceFormProps): void {
  const { revalidate } = useRevalidator();
  const isAnswered = Boolean(asked.code) || refused.code !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page.
  useEffect(() => {
    if (!isAnswered && new URLSearchParams(window.location.search).get("code")) revalidate();
  }, []);
}

function AmountField({
  amount: { least, suggested },
  asked,
  refused,
  refusals,
}: PriceFormProps & { amount: { least: bigint; suggested: bigint | null } }) {
  const { t } = useTranslation("buy");
  const typed = refused.amount?.text ?? asked.amount ?? "";
  return (
    <div className="grid gap-2">
      <TextField
        // The field follows what counts: what was typed and refused stays.
        key={typed}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        label={t("price.amount")}
        defaultValue={typed}
        placeholder={t("price.least", { amount: formatSol(least) })}
        hint={t("price.amountHint", { amount: formatSol(least) })}
        error={refusals.amount}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" size="s">
          {t("price.update")}
        </Button>
        {suggested !== null && (
          <Button
            type="submit"
            variant="secondary"
            size="s"
            name="amount"
            value={formatSol(suggested)}
          >
            {t("price.suggested", { amount: formatSol(suggested) })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Closed until it is wanted, or what was typed is refused. */
function CodeField({ refused, refusals }: PriceFormProps) {
  const { t } = useTranslation("buy");
  return (
    <details open={refused.code !== null || undefined}>
      <summary className="cursor-pointer py-1 text-ink-2 text-sm">{t("price.haveCode")}</summary>
      <div className="mt-2 flex items-end gap-2 has-[p]:items-start">
        <div className="grow">
          <TextField
            key={refused.code?.name ?? ""}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            label={t("price.code")}
            defaultValue={refused.code?.name ?? ""}
            error={refusals.code}
          />
        </div>
        <Button type="submit" variant="secondary" className="has-[~p]:mt-7">
          {t("price.apply")}
        </Button>
      </div>
    </details>
  );
}

function CodeInForce({
  product,
  asked,
  code,
  stage,
}: PriceFormProps & { code: NonNullable<PurchasePage["code"]> }) {
  const { t } = useTranslation("buy");
  const { code: _, ...others } = asked;
  // What an open order has is not in the address.
  const full = orderOf(stage) ? { fullPrice: "1" } : {};
  return (
    <p className="text-ink-2 text-sm">
      <CodeTerms code={code} />{" "}
      {!code.isDefault && (
        <Link
          to={paths.buy(product.id) + query({ ...others, ...full })}
          {...HERE}
          className="underline"
        >
          {t("price.remove")}
        </Link>
      )}
    </p>
  );
}
