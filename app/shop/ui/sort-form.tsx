import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button";
import { type ShopState, SORTS } from "../rules/shop";

/** Works as a plain form: the address carries the whole state. */
export function SortForm({ state }: { state: ShopState }) {
  const { t } = useTranslation("shop");
  return (
    <form action="/shop" className="flex items-end gap-2">
      {state.category !== null && <input type="hidden" name="category" value={state.category} />}
      <label className="flex flex-col gap-1 text-ink-2 text-sm">
        {t("sort.label")}
        <select
          name="sort"
          defaultValue={state.sort}
          className="min-h-11 rounded-full border border-line-2 bg-card px-4 text-base text-ink"
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" look="secondary">
        {t("sort.apply")}
      </Button>
    </form>
  );
}
