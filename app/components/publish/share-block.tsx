import { useTranslation } from "react-i18next";
import { CopyButton } from "../copy-button";
import { QrCode } from "../qr-code";
import { useHydrated } from "../use-hydrated";

interface Props {
  /** Absolute. */
  link: string;
  qr: { modules: number; path: string };
}

/** A product's link, to copy, and its QR code. */
export function ShareBlock({ link, qr }: Props) {
  const { t } = useTranslation("publish");
  const hydrated = useHydrated();
  return (
    <div className="grid items-center gap-6 sm:grid-cols-[auto_1fr]">
      <div className="w-fit overflow-hidden rounded-md bg-white">
        <QrCode qr={qr} label={t("share.qr")} />
      </div>
      <div className="grid min-w-0 justify-items-start gap-2">
        <p className="font-semibold text-sm">{t("share.link")}</p>
        <a href={link} className="link break-all font-mono text-sm">
          {link}
        </a>
        {hydrated && <CopyButton text={link} label={t("share.copy")} />}
      </div>
    </div>
  );
}
