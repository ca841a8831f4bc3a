import { Form } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import { purchasePaths } from "../../lib/purchase-paths";
import type { ShownKey } from "../../licences/rules/shown-key";
import { LicenceKey } from "../../licences/ui/licence-key";
import type { FileUpdate } from "../../products/rules/release";
import { Cover } from "../../products/ui/cover";
import { ProductTitle } from "../../products/ui/product-title";
import { shortAddress } from "../../solana/short-address";
import { Address } from "../../ui/address";
import { Button, ButtonLink } from "../../ui/button";
import { useLocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import type { LibraryEntry, ShownRefund } from "../rules/library-entry";

/** Width of a cover in its card. */
const COVER_SIZES =
  "(min-width:56.25rem)min(19.8rem,33.3vw - 4.1rem),(min-width:37.5rem)calc(50vw - 4.4rem),calc(100vw - 4.1rem)";

interface Props {
  entry: LibraryEntry;
  /** Absent where the product gives no licence key, or not yet. */
  licence: ShownKey | undefined;
  provesPurchases: boolean;
}

/**
 * A purchase: links to the product's page, its file, which opens in a new tab, and its receipt. One that
 * was refunded has the refund in place of the file.
 */
export function LibraryItem({ entry, licence, provesPurchases }: Props) {
  const { t } = useTranslation("library");
  const { productId, orderId, description, cover, update, refund } = entry;
  // A product that was bought again is listed twice, and a bundle has several of one order.
  const titleId = `title-${orderId}-${productId}`;
  return (
    <li
      data-purchase={orderId}
      className={`flex flex-col overflow-hidden rounded-lg border border-line ${refund ? "bg-sunk" : "bg-card"}`}
    >
      <div className="relative flex-1 p-4">
        <div className={refund ? "opacity-60 grayscale" : ""}>
          <Cover {...cover} sizes={COVER_SIZES} />
        </div>
        <h2 className={`mt-4 text-lg ${refund ? "text-ink-2" : ""}`} id={titleId}>
          <a
            href={paths.buy(productId)}
            className="no-underline before:absolute before:inset-0 hover:underline"
          >
            <ProductTitle>{entry.title ?? t("unknown")}</ProductTitle>
          </a>
        </h2>
        <p className="mt-2 line-clamp-3 whitespace-pre-line wrap-anywhere text-ink-2 text-sm">
          {description}
        </p>
        {update && <UpdateNotice update={update} />}
      </div>
      <div className="grid gap-3 border-line border-t p-4">
        {licence && <LicenceKey licence={licence} />}
        {refund ? (
          <RefundFacts refund={refund} titleId={titleId} />
        ) : (
          <ButtonLink
            to={purchasePaths.purchasedFile(productId)}
            reloadDocument
            target="_blank"
            rel="noreferrer"
            size="l"
            aria-describedby={titleId}
          >
            {t("download")}
          </ButtonLink>
        )}
        <PurchaseLinks entry={entry} titleId={titleId} provesPurchases={provesPurchases} />
      </div>
    </li>
  );
}

function UpdateNotice({ update }: { update: FileUpdate }) {
  const { t } = useTranslation("library");
  const { moment } = useLocalTime();
  return (
    <div className="mt-4 rounded-md border border-line bg-sunk px-3 py-2 text-sm">
      <p className="font-semibold">{t("updated", { date: moment(update.at) })}</p>
      <p className="line-clamp-3 whitespace-pre-line wrap-anywhere text-ink-2">{update.note}</p>
    </div>
  );
}

/** When and how much the seller paid back, and by which transaction. */
function RefundFacts({ refund, titleId }: { refund: ShownRefund; titleId: string }) {
  const { t } = useTranslation("library");
  const { moment } = useLocalTime();
  const { at, amount, signature, explorer } = refund;
  return (
    <div className="grid gap-1 text-ink-2 text-sm">
      <p className="font-semibold text-ink">
        {at === null ? t("refund.done") : t("refund.on", { date: moment(at) })}
      </p>
      {amount !== null && <p className="tabular-nums">{t("refund.amount", { amount })}</p>}
      {signature !== null && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {explorer ? (
            <a href={explorer} title={signature} aria-describedby={titleId} className="link">
              {t("refund.transaction")} <code>{shortAddress(signature)}</code>
            </a>
          ) : (
            <>
              {t("refund.transaction")}
              <Address value={signature} label={t("refund.copy")} />
            </>
          )}
        </p>
      )}
    </div>
  );
}

const PATHS = { receipt: purchasePaths.purchaseReceipt, review: purchasePaths.writeReview };

interface LinksProps {
  entry: LibraryEntry;
  titleId: string;
  provesPurchases: boolean;
}

function PurchaseLinks({ entry, titleId, provesPurchases }: LinksProps) {
  const { t } = useTranslation("library");
  const { moment } = useLocalTime();
  const { productId, orderId, boughtAt, update, refund, isFree } = entry;
  const link = {
    "aria-describedby": titleId,
    className: "link inline-flex min-h-6 items-center",
  };
  return (
    <div className="grid gap-1 text-xs">
      <span className="text-ink-2">
        {t(isFree ? "freeOn" : "boughtOn", { date: moment(boughtAt) })}
      </span>
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        {update && (
          <a
            href={purchasePaths.purchasedFile(productId) + query({ version: "bought" })}
            target="_blank"
            rel="noreferrer"
            {...link}
          >
            {t(isFree ? "taken" : "bought")}
          </a>
        )}
        {!isFree &&
          (["receipt", "review"] as const).map((what) => (
            <a key={what} href={PATHS[what](orderId)} {...link}>
              {t(what)}
            </a>
          ))}
        {provesPurchases && !refund && !isFree && (
          <a href={purchasePaths.purchaseProof(orderId)} {...link}>
            {t("proof")}
          </a>
        )}
        <a href={paths.newMessage + query({ product: productId })} {...link}>
          {t("contactSeller")}
        </a>
        {!refund && !isFree && (
          <a href={paths.withdrawal + query({ order: orderId })} {...link}>
            {t("withdraw")}
          </a>
        )}
      </span>
      {isFree && <Removal grantId={orderId} titleId={titleId} />}
    </div>
  );
}

/** Asks before it removes what was free. */
function Removal({ grantId, titleId }: { grantId: string; titleId: string }) {
  const { t } = useTranslation("library");
  return (
    <details>
      <summary aria-describedby={titleId} className="link min-h-6 w-fit cursor-pointer">
        {t("remove.open")}
      </summary>
      <p className="mt-2 text-ink-2">{t("remove.text")}</p>
      <Form method="post" preventScrollReset className="mt-2">
        <input type="hidden" name="grant" value={grantId} />
        <Button type="submit" variant="secondary" size="s" aria-describedby={titleId}>
          {t("remove.button")}
        </Button>
      </Form>
    </details>
  );
}
