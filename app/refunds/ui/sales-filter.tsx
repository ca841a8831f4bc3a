import { Form } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { PERIODS, type Period } from "../../orders/rules/period";
import { Button } from "../../ui/button";
import { SelectField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";

interface Props {
  products: readonly { id: string; title: string }[];
  /** Null for all. */
  productId: string | null;
  period: Period;
}

/** Chooses product and period of the list. Works without script. */
export function SalesFilter({ products, productId, period }: Props) {
  const { t } = useTranslation("review");
  return (
    <Form
      method="get"
      action={paths.sales}
      aria-label={t("sales.filter")}
      className="grid items-end gap-3 sm:grid-cols-[minmax(0,20rem)_12rem_auto] sm:justify-start"
    >
      {/* By their keys, the controls follow an address that another link changes. */}
      <SelectField
        key={productId}
        label={t("sales.product")}
        name="product"
        defaultValue={productId ?? ""}
      >
        <option value="">{t("sales.allProducts")}</option>
        {products.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField key={period} label={t("sales.period")} name="period" defaultValue={period}>
        {PERIODS.map((one) => (
          <option key={one} value={one}>
            {t(`sales.periods.${one}`)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="secondary">
        {t("sales.show")}
      </Button>
    </Form>
  );
}
