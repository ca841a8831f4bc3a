import { Form, Link } from "@remix-run/react";
import type { FormEvent } from "react";
import type { Cluster } from "../../lib/cluster";
import { paths, query } from "../../lib/paths";
import { purchasePaths } from "../../lib/purchase-paths";
import type { ShownKey } from "../../licences/rules/shown-key";
import { LicenceKey } from "../../licences/ui/licence-key";
import type { Waiver } from "../../orders/rules/waiver";
import type { FileUpdate } from "../../products/rules/release";
import { Address } from "../../ui/address";
import { ButtonLink } from "../../ui/button";
import { useLocalTime } from "../../ui/local-time";
import { createPart, usePart } from "../../ui/part";
import { PartBoundary } from "../../ui/part-boundary";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { ShownBundle, ShownFile } from "../rules/purchase-page";
import { BundleDownloads, DownloadList } from "./download-list";
import * as handoverOnServer from "./handover-panel";
import { WaiverForm, WaiverNote } from "./waiver-form";

/** Few buyers are in a wallet's browser, so that the others do not load it. */
const handoverPart = createPart(
  () => import("./handover-panel"),
  import.meta.env.SSR ? handoverOnServer : null,
);

interface PaidProps {
  productId: string;
  /** Null where the purchase names no order. */
  orderId: string | null;
  cluster: Cluster;
  /** On a phone or tablet. */
  mobile: boolean;
  ready: boolean;
  /** Of the release on sale. */
  files: readonly ShownFile[];
  /** Null where the product gives none. */
  licence: ShownKey | null;
  /** Absent for a product that is no bundle. */
  bundle: ShownBundle | undefined;
  /** The file waits for the buyer's waiver. */
  needsWaiver: boolean;
  /** What is known of the right of withdrawal; null where the purchase names no order. */
  withdrawal: { waiver: Waiver | null; settledAt: number } | null;
  signature: string | null;
  slot: number | null;
  explorer: string | null;
  /** Set where the file was replaced since the purchase. */
  update: FileUpdate | null;
  onRefresh(): void;
}

/** The download, a fresh link, and the transaction that paid for it. */
export function PaidPanel(props: PaidProps) {
  const { productId, orderId, cluster, mobile, ready, files, bundle, update } = props;
  const { licence, needsWaiver, withdrawal, signature, slot, explorer } = props;
  const { t } = useTranslation("buy");
  function refresh(event: FormEvent) {
    event.preventDefault();
    props.onRefresh();
  }
  if (needsWaiver && orderId) return <WaiverForm orderId={orderId} isNeeded isRequired />;
  return (
    <>
      {update && <UpdateNotice update={update} />}
      <Download {...{ productId, files, bundle, ready }} describedBy="paid-title" />
      {update && <BoughtVersion productId={productId} />}
      {licence && <LicenceKey licence={licence} isBelow />}
      {ready && <p className="mt-4 text-center text-ink-2 text-sm">{t("paid.validity")}</p>}
      <div className="mt-4 flex flex-wrap items-center justify-center gap-x-6 gap-y-2 text-sm">
        {!bundle && (
          <Form method="post" onSubmit={refresh}>
            <input type="hidden" name="intent" value="refresh" />
            <button type="submit" className="link">
              {t("paid.refresh")}
            </button>
          </Form>
        )}
        <Link to={paths.purchases} className="link">
          {t("paid.library")}
        </Link>
        {orderId && (
          <a href={purchasePaths.purchaseReceipt(orderId)} className="link">
            {t("paid.receipt")}
          </a>
        )}
      </div>
      {withdrawal && (
        <p className="mt-4 text-center text-ink-2 text-sm">
          <WaiverNote {...withdrawal} />
        </p>
      )}
      {ready && mobile && !bundle && (
        <PartBoundary part={handoverPart} isQuiet>
          <Handover productId={productId} cluster={cluster} />
        </PartBoundary>
      )}
      {signature && <PaidTransaction signature={signature} slot={slot} explorer={explorer} />}
    </>
  );
}

function BoughtVersion({ productId }: Pick<PaidProps, "productId">) {
  const { t } = useTranslation("buy");
  return (
    <p className="mt-3 text-center text-sm">
      <a
        href={purchasePaths.purchasedFile(productId) + query({ version: "bought" })}
        className="link"
      >
        {t("paid.bought")}
      </a>
    </p>
  );
}

interface TransactionProps extends Pick<PaidProps, "slot" | "explorer"> {
  signature: string;
}

function PaidTransaction({ signature, slot, explorer }: TransactionProps) {
  const { t } = useTranslation("buy");
  const { count } = useFormat();
  return (
    <p className="mt-5 flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-ink-2 text-sm">
      <span>{t("paid.transaction")}</span>
      <Address value={signature} label={t("paid.copySignature")} />
      {slot !== null && (
        <span className="tabular-nums">{t("paid.slot", { slot: count(slot) })}</span>
      )}
      {explorer && (
        <a href={explorer} target="_blank" rel="noreferrer" className="link">
          {t("paid.explorer")}
        </a>
      )}
    </p>
  );
}

function Handover(props: { productId: string; cluster: Cluster }) {
  const { default: Loaded } = usePart(handoverPart);
  return <Loaded {...props} />;
}

/** The file is newer than the purchase: since when, and what the seller says has changed. */
function UpdateNotice({ update }: { update: FileUpdate }) {
  const { t } = useTranslation("buy");
  const { moment } = useLocalTime();
  return (
    <div className="mb-4 rounded-md border border-line bg-sunk px-4 py-3 text-sm">
      <p className="font-semibold">{t("paid.updated", { date: moment(update.at) })}</p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere text-ink-2">
        {update.note || t("paid.updatedText")}
      </p>
    </div>
  );
}

/** The seller's own product: not for sale to them, but they can download the file. */
export function OwnProductPanel({
  productId,
  files,
  bundle,
}: Pick<PaidProps, "productId" | "files" | "bundle">) {
  const { t } = useTranslation("buy");
  return (
    <>
      <h2 className="text-center">{t("own.title")}</h2>
      <p className="mt-2 mb-5 text-center text-ink-2 text-sm">{t("own.text")}</p>
      <Download {...{ productId, files, bundle }} ready={files.length > 0} />
      <ButtonLink to={paths.edit(productId)} variant="secondary" className="mt-3 w-full">
        {t("own.edit")}
      </ButtonLink>
    </>
  );
}

interface DownloadProps extends Pick<PaidProps, "productId" | "files" | "bundle"> {
  /** False while there is no file to link to. */
  ready: boolean;
  describedBy?: string;
}

/** The address makes a fresh download token on each request, so the page may stay open for days. */
function Download({ productId, files, bundle, ready, describedBy }: DownloadProps) {
  const { t } = useTranslation("buy");
  if (!ready) return <p className="py-3 text-center text-ink-2">{t("paid.preparing")}</p>;
  const href = purchasePaths.purchasedFile(productId);
  const description = describedBy && { describedBy };
  if (bundle) {
    const hrefOf = purchasePaths.purchasedFile;
    return <BundleDownloads items={bundle.items} hrefOf={hrefOf} {...description} />;
  }
  return <DownloadList href={href} files={files} {...description} />;
}
