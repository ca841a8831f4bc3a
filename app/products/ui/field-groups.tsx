import { useState } from "react";
import { SelectField, TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import type { FieldProps } from "../../ui/use-form";
import { CATEGORIES, categoryById, categoryKey } from "../rules/categories";
import { MAX_SALE_LIMIT, SALE_TYPES } from "../rules/sale-type";
import { Label } from "./label";

/** The category and, once it is chosen, its subcategories. Changing the category clears the subcategory. */
export function CategoryFields(props: { category: FieldProps; subcategory: FieldProps }) {
  const { t } = useTranslation("publish");
  const { defaultValue: category = "" } = props.category;
  const [chosen, setChosen] = useState(category);
  const subcategories = categoryById(Number(chosen))?.subcategories ?? [];
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label={<Label text={t("fields.category")} required />}
        // Uncontrolled: React marks no option of a controlled select as its default, which tells changes.
        {...props.category}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">{t("fields.chooseCategory")}</option>
        {CATEGORIES.map(({ id }) => (
          <CategoryOption key={id} id={id} />
        ))}
      </SelectField>
      {subcategories.length > 0 && (
        <SubcategoryField
          key={chosen}
          ids={subcategories}
          field={props.subcategory}
          value={chosen === category ? props.subcategory.defaultValue : ""}
        />
      )}
      {chosen === "" && (
        <noscript>
          <SubcategoryField
            ids={CATEGORIES.flatMap((each) => each.subcategories)}
            field={{ ...props.subcategory, error: undefined }}
            value=""
          />
        </noscript>
      )}
    </div>
  );
}

interface SubcategoryProps {
  ids: readonly number[];
  field: FieldProps;
  value: string | undefined;
}

function SubcategoryField({ ids, field, value }: SubcategoryProps) {
  const { t } = useTranslation("publish");
  return (
    <SelectField label={t("fields.subcategory")} {...field} defaultValue={value}>
      <option value="">{t("fields.chooseSubcategory")}</option>
      {ids.map((id) => (
        <CategoryOption key={id} id={id} />
      ))}
    </SelectField>
  );
}

function CategoryOption({ id }: { id: number }) {
  const { t } = useTranslation("categories");
  return <option value={id}>{t(categoryKey(id))}</option>;
}

/** The sale type. CSS alone shows the limit with "limited", so that it works without script. */
export function SaleFields(props: { saleType: FieldProps; saleLimit: FieldProps }) {
  const { t } = useTranslation("publish");
  return (
    <div className="group grid gap-5 sm:grid-cols-2">
      <SelectField label={<Label text={t("fields.saleType")} required />} {...props.saleType}>
        {SALE_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`saleTypes.${type}`)}
          </option>
        ))}
      </SelectField>
      <div className="hidden group-has-[option[value=limited]:checked]:block">
        <TextField
          label={t("fields.saleLimit")}
          hint={t("hints.saleLimit")}
          {...props.saleLimit}
          type="number"
          min="1"
          max={MAX_SALE_LIMIT}
          step="1"
          inputMode="numeric"
        />
      </div>
    </div>
  );
}
