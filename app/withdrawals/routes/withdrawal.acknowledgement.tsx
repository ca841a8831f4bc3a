import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { TOKEN_HEADERS } from "../../http/token-headers";
import { BRAND } from "../../lib/brand";
import { withdrawalPaths } from "../../lib/withdrawal-paths";
import { explorerLink } from "../../solana/explorer";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { LocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { DeclarationList, DeclarationRow } from "../ui/withdrawal-steps";
import { readAcknowledgement } from "../use-cases/read-acknowledgement";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const { cluster, appOrigin } = context.ports.settings;
  const found = await readAcknowledgement({ secret: token }, context.ports);
  const { id, name, contract, contact, declaredAt, hash, proof, statement } = found;
  const { title: product, refundedAt, refundSignature, refusedAt, refusal } = found;
  const explorer = refundSignature && explorerLink(refundSignature, cluster);
  // What nothing proves looks the same whatever it names.
  const state = proof && { product, refundedAt, refundSignature, explorer, refusedAt, refusal };
  const received = { id, name, contract, contact, declaredAt, hash };
  const title = fixedT(request, "withdrawal")("received.title");
  const site = new URL(appOrigin).host;
  const shown = { title, token, site, received, state, isSigned: statement !== null };
  return data(shown, { headers: TOKEN_HEADERS });
}

export default function Acknowledgement() {
  const { t } = useTranslation("withdrawal");
  const { title, token, site, received, state, isSigned } = useLoaderData<typeof loader>();
  return (
    <div
      className="mx-auto grid w-full max-w-2xl gap-6 print:max-w-none print:gap-4"
      data-receipt
      data-acknowledgement
    >
      <header className="grid gap-3">
        <h1>{title}</h1>
        <p className="text-ink-2 text-lg">
          {t("received.on")} <LocalTime at={received.declaredAt} show="exact" />.
        </p>
      </header>
      <Card className="grid gap-5 print:border-0 print:p-0">
        <p className="wrap-anywhere font-semibold text-lg">
          {t("sentence", { contract: received.contract })}
        </p>
        <DeclarationList declaration={received} />
        <dl className="grid gap-3">
          <DeclarationRow name={t("received.time")}>
            <LocalTime at={received.declaredAt} show="exact" />
          </DeclarationRow>
          <DeclarationRow name={t("received.utc")}>
            {new Date(received.declaredAt).toISOString()}
          </DeclarationRow>
          <DeclarationRow name={t("received.id")}>
            <code>{received.id}</code>
          </DeclarationRow>
          <DeclarationRow name={t("received.hash")}>
            <code>{received.hash}</code>
          </DeclarationRow>
        </dl>
        <p className="text-ink-2">{t("received.notExamined", { brand: BRAND, site })}</p>
      </Card>
      {state && <State {...state} />}
      <Files token={token} isSigned={isSigned} />
    </div>
  );
}

/** What to keep: the page is gone with its address. */
function Files({ token, isSigned }: { token: string; isSigned: boolean }) {
  const { t } = useTranslation("withdrawal");
  return (
    <div className="grid gap-3 print:hidden">
      <ButtonLink to={withdrawalPaths.acknowledgementText(token)} reloadDocument className="w-fit">
        {t("received.download")}
      </ButtonLink>
      {isSigned && (
        <p>
          <a href={withdrawalPaths.acknowledgementStatement(token)} className="link">
            {t("received.statement")}
          </a>
        </p>
      )}
      <p className="text-ink-2">{t("received.keep")}</p>
    </div>
  );
}

interface StateProps {
  /** The title of the order. */
  product: string | null;
  refundedAt: number | null;
  refundSignature: string | null;
  /** Null where no explorer supports the cluster. */
  explorer: string | null;
  refusedAt: number | null;
  refusal: string | null;
}

/** Where a declaration stands that was proved to be the buyer's. */
function State({ product, refundedAt, refundSignature, explorer, refusedAt, refusal }: StateProps) {
  const { t } = useTranslation("withdrawal");
  if (refundedAt !== null) {
    return (
      <Alert tone="good">
        <p>
          {t("state.refunded")} <LocalTime at={refundedAt} />
        </p>
        {refundSignature && (
          <p className="wrap-anywhere">
            {t("state.transaction")}{" "}
            {explorer ? (
              <a href={explorer} className="link">
                {refundSignature}
              </a>
            ) : (
              <code>{refundSignature}</code>
            )}
          </p>
        )}
      </Alert>
    );
  }
  if (refusedAt !== null) {
    return (
      <Alert tone="warn">
        <p>
          {t("state.refused")} <LocalTime at={refusedAt} />
        </p>
        <p className="whitespace-pre-wrap wrap-anywhere">{refusal}</p>
      </Alert>
    );
  }
  return <Alert tone="info">{t("state.open", { title: product ?? "" })}</Alert>;
}

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) =>
  pageMeta(page && { title: page.title, isPrivate: true }, error);
