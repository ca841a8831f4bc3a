import { Form } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import type { ShownKey } from "../../licences/rules/shown-key";
import { LicenceKey } from "../../licences/ui/licence-key";
import type { Waiver } from "../../orders/rules/waiver";
import { shortAddress } from "../../solana/short-address";
import { Button, ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import type { ShownBundle, ShownFile } from "../rules/purchase-page";
import { BundleDownloads, DownloadList } from "./download-list";
import { WaiverForm, WaiverNote } from "./waiver-form";

interface Props {
  productId: string;
  /** The wallet that paid. */
  wallet: string | null;
  /** Null where the payment was not this browser's own: the wallet signs in for the file. */
  download: string | null;
  /** Of the release; absent where they are not known. */
  files?: readonly ShownFile[];
  /** Absent for a product that is no bundle. */
  bundle?: ShownBundle | undefined;
  /** Of the purchase; null where there is none. */
  proof?: string | null;
  /** The order whose file waits for the buyer's waiver. */
  waiverFor?: string | null;
  withdrawal?: { waiver: Waiver | null; settledAt: number } | null;
  /** Null where the product gives none. */
  licence?: ShownKey | null;
}

/** What a browser without an account has bought, and how to keep it. */
export function GuestsFile({ productId, wallet, download, ...props }: Props) {
  const { files = [], bundle, proof = null, waiverFor = null, withdrawal = null } = props;
  const { licence } = props;
  const { t } = useTranslation("buy");
  const payer = shortAddress(wallet ?? "");
  return (
    <>
      {waiverFor !== null && <WaiverForm orderId={waiverFor} isNeeded isRequired />}
      {download && waiverFor === null && bundle && (
        <BundleDownloads
          items={bundle.items}
          hrefOf={(item) => download + query({ item })}
          describedBy="paid-title"
        />
      )}
      {download && waiverFor === null && !bundle && (
        <DownloadList href={download} files={files} describedBy="paid-title" />
      )}
      {licence && <LicenceKey licence={licence} isBelow />}
      <p className="mt-4 text-center text-ink-2 text-sm">
        {t(download ? "guest.keepText" : "guest.fetchText", { wallet: payer })}
      </p>
      <ButtonLink
        to={paths.login + query({ to: paths.buy(productId) })}
        reloadDocument
        variant={download ? "secondary" : "primary"}
        className="mt-3 w-full"
      >
        {t(download ? "guest.keep" : "guest.fetch")}
      </ButtonLink>
      {withdrawal && (
        <p className="mt-4 text-center text-ink-2 text-sm">
          <WaiverNote {...withdrawal} />
        </p>
      )}
      {proof && <CentredLink href={proof}>{t("guest.proof")}</CentredLink>}
      {download && <CentredLink href={paths.withdrawal}>{t("guest.withdraw")}</CentredLink>}
      <Forget payer={payer} />
    </>
  );
}

function CentredLink({ href, children }: { href: string; children: string }) {
  return (
    <p className="mt-4 text-center text-sm">
      <a href={href} className="link inline-block min-h-6">
        {children}
      </a>
    </p>
  );
}

function Forget({ payer }: { payer: string }) {
  const { t } = useTranslation("buy");
  return (
    <details className="mt-4 text-center text-sm">
      <summary className="link inline-block min-h-6 cursor-pointer">{t("guest.forget")}</summary>
      <p className="mt-2 text-ink-2">{t("guest.forgetText", { wallet: payer })}</p>
      <Form method="post" preventScrollReset replace className="mt-2">
        <input type="hidden" name="intent" value="forget" />
        <Button type="submit" variant="secondary" size="s">
          {t("guest.forgetButton")}
        </Button>
      </Form>
    </details>
  );
}
