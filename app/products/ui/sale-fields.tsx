import { useTranslation } from "react-i18next";
import { SelectField, TextField } from "../../ui/field";
import { MAX_SALE_LIMIT, SALE_TYPES } from "../rules/sale-type";
import { Label } from "./label";

interface Props {
  saleType: string;
  saleLimit: string;
  /** Words about the field at fault. */
  errors: { saleType?: string; saleLimit?: string };
}

/** The sale type; the limit shows only with "limited", by style alone, so it needs no script. */
export function SaleFields({ saleType, saleLimit, errors }: Props) {
  const { t } = useTranslation("publish");
  return (
    <div className="group grid gap-5 sm:grid-cols-2">
      <SelectField
        name="saleType"
        label={<Label text={t("fields.saleType")} required />}
        error={errors.saleType}
        aria-required
        defaultValue={saleType}
      >
        {SALE_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`saleTypes.${type}`)}
          </option>
        ))}
      </SelectField>
      <div className="hidden group-has-[option[value=limited]:checked]:block">
        <TextField
          name="saleLimit"
          label={t("fields.saleLimit")}
          hint={t("hints.saleLimit")}
          error={errors.saleLimit}
          type="number"
          min="1"
          max={MAX_SALE_LIMIT}
          step="1"
          inputMode="numeric"
          defaultValue={saleLimit}
        />
      </div>
    </div>
  );
}
