import { Link } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { CopyButton } from "../../ui/copy-button";
import { QrCode } from "../../ui/qr-code";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";

export interface ShareProps {
  /** Of the product. */
  id: string;
  /** Absolute. */
  link: string;
  qr: Qr;
  /** Opens the payment in a wallet; null where the purchase page is the only way to pay. */
  payQr: Qr | null;
}

interface Qr {
  modules: number;
  path: string;
}

/** A product's link to copy, and its QR codes: one opens the purchase page, one the payment. */
export function ShareBlock({ id, link, qr, payQr }: ShareProps) {
  const { t } = useTranslation("publish");
  const hydrated = useHydrated();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="w-fit max-w-full overflow-hidden rounded-md bg-white [&_svg]:h-auto [&_svg]:max-w-full">
        <QrCode qr={qr} label={t("share.qr")} />
      </div>
      <div className="grid min-w-0 justify-items-start gap-2">
        <p className="font-semibold text-sm">{t("share.link")}</p>
        <a href={link} className="link break-all font-mono text-sm">
          {link}
        </a>
        {hydrated && <CopyButton text={link} label={t("share.copy")} />}
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {(["svg", "png"] as const).map((format) => (
            <li key={format}>
              <a href={paths.qrFile(id, `qr.${format}`)} download className="link">
                {t("share.qrFile", { format: format.toUpperCase() })}
              </a>
            </li>
          ))}
          <li>
            <Link to={paths.poster(id)} className="link">
              {t("share.poster")}
            </Link>
          </li>
          <li>
            <Link to={paths.counter(id)} className="link">
              {t("share.counter")}
            </Link>
          </li>
        </ul>
        {payQr && (
          <details>
            <summary className="link w-fit cursor-pointer py-2 text-sm">
              {t("share.payment")}
            </summary>
            <p className="mb-3 max-w-prose text-ink-2 text-sm">{t("share.paymentText")}</p>
            <div className="w-fit max-w-full overflow-hidden rounded-md bg-white [&_svg]:h-auto [&_svg]:max-w-full">
              <QrCode qr={payQr} widthPx={224} label={t("share.paymentQr")} />
            </div>
          </details>
        )}
      </div>
    </div>
  );
}
