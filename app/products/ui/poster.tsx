import { BRAND } from "../../lib/brand";
import { FREE, readPrice } from "../../lib/lamports";
import { QrCode } from "../../ui/qr-code";
import { Free, From } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { ProductCover } from "../rules/cover";
import { Cover } from "./cover";

export const PAPER_SIZES = ["a4", "a6"] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

interface Props {
  size: PaperSize;
  title: string;
  /** As `formatPrice` writes it. */
  amount: string;
  cover: ProductCover;
  /** Absolute address of the purchase page. */
  link: string;
  qr: { modules: number; path: string };
}

/** Width on paper; on the screen the sheet is as wide as there is space. */
const SHEETS: Record<PaperSize, string> = {
  a4: "print:w-[210mm]",
  a6: "print:w-[105mm]",
};

/**
 * A sheet to print: title, cover, price and QR code. All lengths are parts of its width (cqw), so that
 * each size has the same layout. The QR code has 72 % of the width, 151 mm on A4 and 76 mm on A6: its
 * modules are then at least 1.8 mm wide, which a phone's camera resolves from two metres. White in
 * every theme.
 */
export function Poster({ size, title, amount, cover, link, qr }: Props) {
  const { t } = useTranslation("publish");
  const { sol } = useFormat();
  const price = readPrice(amount);
  return (
    <article
      aria-label={title}
      className={`@container w-full max-w-2xl bg-white text-[#17140f] shadow-ticket print:max-w-none print:shadow-none ${SHEETS[size]}`}
    >
      <div className="flex aspect-[210/295] flex-col gap-[3cqw] p-[6cqw]">
        <div className="flex items-stretch gap-[4cqw]">
          <div className="w-[38cqw] shrink-0 [&_*]:rounded-[1.5cqw]">
            <Cover {...cover} eager />
          </div>
          <div className="flex min-w-0 flex-1 flex-col justify-between">
            <h2 className="line-clamp-4 break-words font-bold font-display text-[5.4cqw] leading-[1.1]">
              {title}
            </h2>
            <p className="font-bold font-display text-[7cqw] leading-none">
              {price.isLeast && <From />}
              {amount === FREE ? <Free /> : `${sol(price.amount)} SOL`}
            </p>
          </div>
        </div>
        <div className="flex min-h-0 flex-1 flex-col items-center justify-center [&_svg]:h-auto [&_svg]:w-[72cqw]">
          <QrCode qr={qr} label={t("share.qr")} />
        </div>
        <div className="text-center">
          <p className="font-bold font-display text-[5cqw] leading-tight">{t("poster.scan")}</p>
          <p className="mt-[1cqw] break-all font-mono text-[2.4cqw]">{link}</p>
          <p className="mt-[1cqw] text-[2.6cqw]">{BRAND}</p>
        </div>
      </div>
    </article>
  );
}
