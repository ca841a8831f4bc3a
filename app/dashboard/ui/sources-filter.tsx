import { Form, Link } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import { PERIODS, type Period } from "../../orders/rules/period";
import { Button } from "../../ui/button";
import { SelectField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";

interface Props {
  period: Period;
  /** Newest first. */
  products: readonly { id: string; title: string }[];
  /** Null for all. */
  productId: string | null;
}

/** Chooses period and product. Works without script. */
export function SourcesFilter({ period, products, productId }: Props) {
  const { t } = useTranslation("sources");
  return (
    <div className="grid gap-4">
      <nav aria-label={t("period")} className="flex flex-wrap gap-1">
        {PERIODS.map((one) => (
          <Link
            key={one}
            to={paths.sources + query({ period: one, product: productId })}
            preventScrollReset
            aria-current={one === period ? "true" : undefined}
            className="inline-flex min-h-9 items-center rounded-full border border-transparent px-3 font-semibold text-ink-2 text-sm no-underline hover:border-line-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
          >
            {t(`periods.${one}`)}
          </Link>
        ))}
      </nav>
      {products.length > 0 && (
        <Form
          method="get"
          action={paths.sources}
          preventScrollReset
          aria-label={t("filter")}
          className="grid items-end gap-3 sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start"
        >
          <input type="hidden" name="period" value={period} />
          {/* By its key, the control follows an address that another link changes. */}
          <SelectField
            key={productId}
            label={t("product")}
            name="product"
            defaultValue={productId ?? ""}
          >
            <option value="">{t("allProducts")}</option>
            {products.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary">
            {t("show")}
          </Button>
        </Form>
      )}
    </div>
  );
}
