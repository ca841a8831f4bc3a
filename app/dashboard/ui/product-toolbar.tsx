import { Form, useSubmit } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { type DashboardPlace, MAX_TABLE_SEARCH_LENGTH, PRODUCT_SORTS } from "../rules/place";

interface Props {
  place: DashboardPlace;
  /** Products that the search finds. */
  found: number;
  canSortByViews: boolean;
}

/** Search and, where the columns have no heads to click on, the order of the products. */
export function ProductToolbar({ place, found, canSortByViews }: Props) {
  const { t } = useTranslation("dashboard");
  const submit = useSubmit();
  const sorts = PRODUCT_SORTS.filter((sort) => canSortByViews || !sort.startsWith("views"));
  return (
    <Form
      method="get"
      action={paths.dashboard}
      role="search"
      aria-label={t("search.label")}
      preventScrollReset
      className="flex flex-wrap items-center gap-3"
    >
      {place.period && <input type="hidden" name="period" value={place.period} />}
      <input
        // A search that the address had before, or lost, is shown.
        key={`q ${place.q}`}
        type="search"
        name="q"
        maxLength={MAX_TABLE_SEARCH_LENGTH}
        defaultValue={place.q ?? ""}
        aria-label={t("search.label")}
        placeholder={t("search.label")}
        className="min-h-11 w-full min-w-0 rounded-full border border-line-2 bg-card px-5 text-base sm:w-72 table:min-h-9 table:text-sm"
      />
      <Button type="submit" variant="secondary" size="s" className="max-table:min-h-11">
        {t("search.submit")}
      </Button>
      <select
        key={`sort ${place.sort}`}
        name="sort"
        defaultValue={place.sort ?? ""}
        aria-label={t("sort.label")}
        onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
        className="min-h-11 min-w-0 max-w-full rounded-full border border-line-2 bg-card pr-9 pl-4 text-sm table:sr-only"
      >
        <option value="">{t("sort.newest")}</option>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </option>
        ))}
      </select>
      <p role="status" className="text-ink-2 text-sm tabular-nums table:ml-auto">
        {t("search.found", { count: found })}
      </p>
    </Form>
  );
}
