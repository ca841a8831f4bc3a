import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../ui/field";
import { CATEGORIES, categoryById, categoryKey } from "../rules/categories";
import { Label } from "./label";

interface Props {
  category: string;
  subcategory: string;
  /** Words about the field at fault. */
  errors: { category?: string; subcategory?: string };
}

/** The category, and its subcategories once one is chosen; another category starts without one. */
export function CategoryFields({ category, subcategory, errors }: Props) {
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
        value={chosen}
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
