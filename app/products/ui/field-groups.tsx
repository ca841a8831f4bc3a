import { useState } from "react";
import { SelectField, TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import { CATEGORIES, categoryById, categoryKey } from "../rules/categories";
import { MAX_SALE_LIMIT, SALE_TYPES } from "../rules/sale-type";
import { Label } from "./label";

interface CategoryProps {
  category: string;
  subcategory: string;
  /** Error messages by field. */
  errors: { category?: string; subcategory?: string };
}

/** The category and, once it is chosen, its subcategories. Changing the category clears the subcategory. */
export function CategoryFields({ category, subcategory, errors }: CategoryProps) {
  const { t } = useTranslation("publish");
  const [chosen, setChosen] = useState(category);
  const subcategories = categoryById(Number(chosen))?.subcategories ?? [];
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        name="category"
        label={<Label text={t("fields.category")} required />}
        error={errors.category}
        aria-required
        // Uncontrolled: React marks no option of a controlled select as its default, which tells changes.
        defaultValue={category}
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
          value={chosen === category ? subcategory : ""}
          error={errors.subcategory}
        />
      )}
      {chosen === "" && (
        <noscript>
          <SubcategoryField ids={CATEGORIES.flatMap((each) => each.subcategories)} value="" />
        </noscript>
      )}
    </div>
  );
}

function SubcategoryField(props: { ids: readonly number[]; value: string; error?: string }) {
  const { t } = useTranslation("publish");
  return (
    <SelectField
      name="subcategory"
      label={t("fields.subcategory")}
      error={props.error}
      defaultValue={props.value}
    >
      <option value="">{t("fields.chooseSubcategory")}</option>
      {props.ids.map((id) => (
        <CategoryOption key={id} id={id} />
      ))}
    </SelectField>
  );
}

function CategoryOption({ id }: { id: number }) {
  const { t } = useTranslation("categories");
  return <option value={id}>{t(categoryKey(id))}</option>;
}

interface SaleProps {
  saleType: string;
  saleLimit: string;
  /** Error messages by field. */
  errors: { saleType?: string; saleLimit?: string };
}

/** The sale type. CSS alone shows the limit with "limited", so that it works without script. */
export function SaleFields({ saleType, saleLimit, errors }: SaleProps) {
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
