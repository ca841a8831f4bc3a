// @chunk records
import { CopyButton } from "../../ui/copy-button";
import { useTranslation } from "../../ui/translation";
import type { ShownKey } from "../rules/shown-key";

interface Props {
  licence: ShownKey;
  /** Something stands above it. */
  isBelow?: boolean;
  /** Title of the item of a bundle that it is for. */
  product?: string;
}

/** A buyer's licence key with its heading. */
export function LicenceKey({ licence, isBelow, product }: Props) {
  const { t } = useTranslation("licence");
  return (
    <section
      data-licence={licence.state}
      className={`grid gap-2 rounded-md border border-line bg-sunk px-4 py-3 text-sm ${isBelow ? "mt-5" : ""}`}
    >
      <h3 className="font-semibold text-base wrap-anywhere">
        {product === undefined ? t("title") : t("titleOf", { product })}
      </h3>
      <LicenceKeyText licence={licence} />
    </section>
  );
}

/** The key, or why there is none to show. */
export function LicenceKeyText({ licence }: { licence: ShownKey }) {
  const { t } = useTranslation("licence");
  if (licence.state !== "given") return <p className="text-ink-2">{t(licence.state)}</p>;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="min-w-0 break-all font-mono">{licence.key}</code>
        <span className="print:hidden">
          <CopyButton text={licence.key} label={t("copy")} />
        </span>
      </p>
      {!licence.isStanding && <p className="font-semibold">{t("ended")}</p>}
    </>
  );
}
