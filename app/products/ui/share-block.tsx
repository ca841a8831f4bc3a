import { Link } from "@remix-run/react";
import { useState } from "react";
import { query } from "../../lib/paths";
import { toolPaths } from "../../lib/tool-paths";
import { CopyButton } from "../../ui/copy-button";
import { SelectField } from "../../ui/field";
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
  /** That the seller made, for links that tell where their visitors come from. */
  names: readonly string[];
}

interface Qr {
  modules: number;
  path: string;
}

/** A product's link to copy, and its QR codes: one opens the purchase page, one the payment. */
export function ShareBlock({ id, qr, payQr, names, ...product }: ShareProps) {
  const { t } = useTranslation("publish");
  const hydrated = useHydrated();
  const [name, setName] = useState("");
  const link = product.link + query({ src: name || null });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="w-fit max-w-full overflow-hidden rounded-md bg-white [&_svg]:h-auto [&_svg]:max-w-full">
        <QrCode qr={qr} label={t("share.qr")} />
      </div>
      <div className="grid min-w-0 justify-items-start gap-2">
        {hydrated && names.length > 0 && (
          <NameChoice names={names} name={name} onChoose={setName} />
        )}
        <p className="font-semibold text-sm">{t("share.link")}</p>
        <a href={link} className="link break-all font-mono text-sm">
          {link}
        </a>
        {hydrated && <CopyButton text={link} caption={t("share.copy")} />}
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {(["svg", "png"] as const).map((format) => (
            <li key={format}>
              <a href={toolPaths.qrFile(id, `qr.${format}`)} download className="link">
                {t("share.qrFile", { format: format.toUpperCase() })}
              </a>
            </li>
          ))}
          <li>
            <Link to={toolPaths.poster(id)} className="link">
              {t("share.poster")}
            </Link>
          </li>
          <li>
            <Link to={toolPaths.counter(id)} className="link">
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

interface ChoiceProps extends Pick<ShareProps, "names"> {
  /** Empty for none. */
  name: string;
  onChoose(name: string): void;
}

function NameChoice({ names, name, onChoose }: ChoiceProps) {
  const { t } = useTranslation("publish");
  return (
    <SelectField
      label={t("share.name")}
      value={name}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{t("share.noName")}</option>
      {names.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  );
}
