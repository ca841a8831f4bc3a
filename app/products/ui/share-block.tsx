import { useTranslation } from "react-i18next";
import { CopyButton } from "../../ui/copy-button";
import { QrCode } from "../../ui/qr-code";
import { useHydrated } from "../../ui/use-hydrated";

export interface ShareProps {
  /** Absolute. */
  link: string;
  qr: Qr;
  /** Opens the payment in a wallet. */
  payQr: Qr;
}

interface Qr {
  modules: number;
  path: string;
}

/** A product's link to copy, and its QR codes: one opens the purchase page, one the payment. */
export function ShareBlock({ link, qr, payQr }: ShareProps) {
  const { t } = useTranslation("publish");
  const hydrated = useHydrated();
  return (
    <div className="grid items-start gap-6 sm:grid-cols-[auto_1fr]">
      <div className="w-fit overflow-hidden rounded-md bg-white">
        <QrCode qr={qr} label={t("share.qr")} />
      </div>
      <div className="grid min-w-0 justify-items-start gap-2">
        <p className="font-semibold text-sm">{t("share.link")}</p>
        <a href={link} className="link break-all font-mono text-sm">
          {link}
        </a>
        {hydrated && <CopyButton text={link} label={t("share.copy")} />}
        <details>
          <summary className="link w-fit cursor-pointer py-2 text-sm">{t("share.payment")}</summary>
          <p className="mb-3 max-w-prose text-ink-2 text-sm">{t("share.paymentText")}</p>
          <div className="w-fit overflow-hidden rounded-md bg-white">
            <QrCode qr={payQr} widthPx={224} label={t("share.paymentQr")} />
          </div>
        </details>
      </div>
    </div>
  );
}
