import { Form } from "@remix-run/react";
import { useId } from "react";
import { offerPaths } from "../../lib/offer-paths";
import { paths, query } from "../../lib/paths";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { LocalTime } from "../../ui/local-time";
import { Pager } from "../../ui/pager";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { MAX_COUNTED_KEYS } from "../rules/licence";

interface Given {
  number: number;
  /** Its end alone. */
  masked: string;
  orderId: string;
  /** Epoch ms. */
  givenAt: number;
  revokedAt: number | null;
  disabledAt: number | null;
  uses: number;
  instances: number;
  /** False for one that was given without an order. */
  isSold: boolean;
}

interface Props {
  productId: string;
  keys: readonly Given[];
  counts: { given: number; revoked: number };
  page: number;
  pages: number;
}

/** Keys that buyers have got, the newest first. */
export function GivenKeyList({ productId, keys, counts: { given, revoked }, page, pages }: Props) {
  const { t } = useTranslation("page-licences");
  const { count } = useFormat();
  const isMore = given >= MAX_COUNTED_KEYS;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">{t("given.title")}</h2>
      {keys.length === 0 ? (
        <p className="text-ink-2">{t("given.none")}</p>
      ) : (
        <>
          <p className="text-ink-2">
            {t(isMore ? "given.countMore" : "given.count", { count: given, given: count(given) })}
            {revoked > 0 && <> {t("given.revokedCount", { count: revoked })}</>}
          </p>
          <ul className="divide-y divide-line border-line border-y">
            {keys.map((key) => (
              <GivenKey key={key.number} given={key} />
            ))}
          </ul>
        </>
      )}
      {pages > 1 && (
        <Pager
          label={t("given.pages")}
          page={page}
          pages={pages}
          addressOf={(to) =>
            offerPaths.productLicences(productId) + query({ page: to === 1 ? null : to })
          }
        />
      )}
    </Card>
  );
}

function stateOf({ revokedAt, disabledAt }: Given): "revoked" | "disabled" | "active" {
  if (revokedAt !== null) return "revoked";
  return disabledAt === null ? "active" : "disabled";
}

function GivenKey({ given }: { given: Given }) {
  const { t } = useTranslation("page-licences");
  const { count } = useFormat();
  const keyId = useId();
  const { number, masked, orderId, givenAt, uses, instances, isSold } = given;
  const state = stateOf(given);
  return (
    <li
      data-key={number}
      data-state={state}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code id={keyId} className="font-mono">
            {masked}
          </code>
          <Badge tone={state === "active" ? "good" : "plain"}>{t(`given.states.${state}`)}</Badge>
        </p>
        <p className="flex flex-wrap gap-x-3 text-ink-2 text-sm">
          <LocalTime at={givenAt} />
          <span>{t("given.uses", { count: uses, uses: count(uses) })}</span>
          <span>{t("given.instances", { count: instances, instances: count(instances) })}</span>
          {isSold ? (
            <a href={paths.saleReceipt(orderId)} aria-describedby={keyId} className="link">
              {t("given.sale")}
            </a>
          ) : (
            <span>{t("given.free")}</span>
          )}
        </p>
      </div>
      {state !== "revoked" && (
        <Switch number={number} keyId={keyId} intent={state === "active" ? "disable" : "enable"} />
      )}
    </li>
  );
}

interface SwitchProps {
  number: number;
  /** Of the element that names the key. */
  keyId: string;
  intent: "disable" | "enable";
}

function Switch({ number, keyId, intent }: SwitchProps) {
  const { t } = useTranslation("page-licences");
  const buttonId = useId();
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="number" value={number} />
      <Button
        id={buttonId}
        aria-labelledby={`${buttonId} ${keyId}`}
        type="submit"
        variant="secondary"
        size="s"
      >
        {t(`given.${intent}`)}
      </Button>
    </Form>
  );
}
