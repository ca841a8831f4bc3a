import { BRAND } from "../../lib/brand";
import type { Cluster } from "../../lib/cluster";
import { paths, query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";
import type { ReceiptLicence } from "../rules/receipt";
import { ProofSection } from "./proof-section";
import { ReceiptSheet, type ShownReceipt } from "./receipt-sheet";

interface Props {
  reader: "buyer" | "seller";
  title: string;
  /** Host of this site. */
  site: string;
  cluster: Cluster;
  receipt: ShownReceipt;
  /** The random number for the buyer alone. */
  receiptNumber: string | null;
  /** Of the buyer. */
  licences: readonly ReceiptLicence[];
  /** This deployment signs proofs, and the reader is the buyer. */
  provesPurchases: boolean;
  /** Path of the list that the receipt belongs to. */
  back: string;
}

/** A receipt with its print button. On paper there is the receipt alone. */
export function ReceiptPage({ reader, title, site, back, provesPurchases, ...shown }: Props) {
  const { t } = useTranslation("receipt");
  const hydrated = useHydrated();
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 print:max-w-none print:gap-4" data-receipt>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="mr-auto">{title}</h1>
        {hydrated && (
          <Button className="print:hidden" onClick={() => window.print()}>
            {t("print")}
          </Button>
        )}
        <a href={back} className="link print:hidden">
          {t(`back.${reader}`)}
        </a>
      </header>
      <noscript>
        <p className="text-ink-2 print:hidden">{t("printHint")}</p>
      </noscript>
      <ReceiptSheet reader={reader} {...shown} />
      {provesPurchases && <ProofSection {...shown.receipt} />}
      {reader === "buyer" && shown.receipt.state !== "refunded" && (
        <p className="print:hidden">
          <a href={paths.withdrawal + query({ order: shown.receipt.orderId })} className="link">
            {t("withdraw")}
          </a>
        </p>
      )}
      <p className="text-ink-2 text-sm">{t("note", { brand: BRAND, site })}</p>
    </div>
  );
}
