import { typedSol } from "../../lib/parse-sol";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { type EarningsErrors, type EarningsForm, MAX_SALES } from "../rules/earnings";

interface Props {
  form: EarningsForm;
  errors: EarningsErrors;
}

/** Price, number of sales and the value of one SOL; sent as a GET request. */
export function EarningsFields({ form, errors }: Props) {
  const { t, i18n } = useTranslation("page-business");
  const { count } = useFormat();
  const most = count(MAX_SALES);
  return (
    <form
      method="get"
      action={paths.businessPlan}
      aria-labelledby="earnings"
      className="grid gap-5 sm:grid-cols-3"
    >
      <TextField
        name="price"
        label={t("earnings.price")}
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={typedSol(form.price, i18n.language)}
        error={errors.price && t(`earnings.errors.${errors.price}`)}
      />
      <TextField
        name="sales"
        label={t("earnings.sales")}
        inputMode="numeric"
        autoComplete="off"
        required
        defaultValue={form.sales}
        error={errors.sales && t("earnings.errors.out_of_range", { most })}
      />
      <TextField
        name="rate"
        label={t("earnings.rate")}
        hint={t("earnings.rateHint")}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={typedSol(form.rate, i18n.language)}
        error={errors.rate && t(`earnings.errors.${errors.rate}`)}
      />
      <Button type="submit" variant="secondary" className="justify-self-start sm:col-span-3">
        {t("earnings.submit")}
      </Button>
    </form>
  );
}
