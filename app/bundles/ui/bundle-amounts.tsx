import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";

interface Props {
  /** SOL as decimal text. */
  price: string;
  /** Of all items together. */
  list: string;
  /** Percent that the price is below it. */
  saved: number;
}

/** What a bundle costs, beside its items one by one. */
export function BundleAmounts({ price, list, saved }: Props) {
  const { t } = useTranslation("bundles");
  return (
    <div className="grid gap-1">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-ink-2 text-sm">{t("price")}</dt>
          <dd>
            <Sol amount={price} className="font-semibold" />
          </dd>
        </div>
        <div>
          <dt className="text-ink-2 text-sm">{t("list")}</dt>
          <dd>
            <Sol amount={list} />
          </dd>
        </div>
      </dl>
      <p className="text-ink-2 text-sm">
        {saved > 0 ? t("saved", { percent: saved }) : t("notSaved")}
      </p>
    </div>
  );
}
