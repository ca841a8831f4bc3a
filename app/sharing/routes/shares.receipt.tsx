import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { SellerName } from "../../accounts/ui/seller-name";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { explorerLink } from "../../solana/explorer";
import { Card } from "../../ui/card";
import { LocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { readShare } from "../use-cases/read-shares";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const share = await readShare({ uid, orderId: params.orderId ?? "" }, context.ports);
  const { cluster } = context.ports.settings;
  const explorer = share.signature && explorerLink(share.signature, cluster);
  return { title: fixedT(request, "shareReceipt")("title"), share, explorer };
}

export default function ShareReceipt() {
  const { t } = useTranslation("shareReceipt");
  const { title, share } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 print:max-w-none print:gap-4">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="mr-auto">{title}</h1>
        <a href={offerPaths.shares} className="link print:hidden">
          {t("back")}
        </a>
      </header>
      <p className="text-ink-2 print:hidden">{t("hint")}</p>
      <Card className="grid gap-4 print:border-0 print:p-0">
        <Facts />
        {share.isRefunded && <p>{t("refunded")}</p>}
      </Card>
    </div>
  );
}

function Facts() {
  const { t } = useTranslation("shareReceipt");
  const { share, explorer } = useLoaderData<typeof loader>();
  const { title, orderId, at, price, seller, received, owed, withheld, wallet, signature } = share;
  return (
    <dl>
      <Row label={t("product")}>{title}</Row>
      <Row label={t("seller")}>{seller ? <SellerName {...seller} /> : t("sellerGone")}</Row>
      <Row label={t("order")}>
        <Code>{orderId}</Code>
      </Row>
      <Row label={t("date")}>
        <LocalTime at={at} show="exact" />
      </Row>
      <Row label={t("price")}>
        <Sol amount={price} />
      </Row>
      <Row label={t("received")}>
        <Sol amount={received} className="font-semibold" />
      </Row>
      {owed !== "0" && (
        <Row label={t("owed")}>
          <Sol amount={owed} />
        </Row>
      )}
      {withheld !== "0" && (
        <Row label={t("withheld")}>
          <Sol amount={withheld} />
        </Row>
      )}
      <Row label={t("wallet")}>
        <Code>{wallet}</Code>
      </Row>
      <Row label={t("signature")}>
        {explorer ? (
          <a href={explorer} className="link break-all font-mono text-sm">
            {signature}
          </a>
        ) : (
          <Code>{signature ?? t("unpaid")}</Code>
        )}
      </Row>
    </dl>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-line border-t py-2 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="break-all font-mono text-sm">{children}</code>;
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);
