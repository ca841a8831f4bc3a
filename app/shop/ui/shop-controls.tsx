import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths";
import { CATEGORIES, categoryKey } from "../../products/rules/categories";
import { Button } from "../../ui/button";
import { type ShopState, SORTS, shopPath } from "../rules/shop";

/** A plain GET form, which works without script: the URL has the whole state. */
export function SortForm({ state }: { state: ShopState }) {
  const { t } = useTranslation("shop");
  return (
    <form action={paths.shop} className="flex items-end gap-2">
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
      <Button type="submit" variant="secondary">
        {t("sort.apply")}
      </Button>
    </form>
  );
}

/** Categories that a narrow screen shows while collapsed. */
const COLLAPSED_COUNT = 6;

/** All categories as links. A narrow screen shows the first ones and a toggle that needs no script. */
export function CategoryBar({ state }: { state: ShopState }) {
  const { t } = useTranslation("shop");
  const { t: name } = useTranslation("categories");
  const all = [null, ...CATEGORIES.map(({ id }) => id)];
  const startsExpanded = all.indexOf(state.category) > COLLAPSED_COUNT;
  return (
    <nav aria-label={t("categories.label")} className="group/bar">
      <ul className="flex flex-wrap gap-2">
        {all.map((category, at) => (
          <li
            key={category ?? 0}
            className={
              at > COLLAPSED_COUNT ? "max-sm:hidden max-sm:group-has-checked/bar:block" : ""
            }
          >
            <a
              href={shopPath(state, { category })}
              aria-current={category === state.category ? "page" : undefined}
              className={`inline-flex min-h-9 items-center rounded-full border px-4 font-semibold text-sm no-underline ${
                category === state.category
                  ? "border-ink bg-ink text-paper"
                  : "border-line-2 hover:border-ink"
              }`}
            >
              {name(categoryKey(category ?? 0))}
            </a>
          </li>
        ))}
        <li className="relative inline-flex sm:hidden">
          <input
            type="checkbox"
            id="all-categories"
            defaultChecked={startsExpanded}
            aria-label={t("categories.more")}
            className="absolute inset-0 size-full cursor-pointer opacity-0 peer"
          />
          <span
            aria-hidden="true"
            className="inline-flex min-h-9 items-center rounded-full px-2 font-semibold text-ink-2 text-sm underline underline-offset-4 peer-focus-visible:outline-3 peer-focus-visible:outline-accent"
          >
            <span className="group-has-checked/bar:hidden">{t("categories.more")}</span>
            <span className="hidden group-has-checked/bar:inline">{t("categories.less")}</span>
          </span>
        </li>
      </ul>
    </nav>
  );
}

/** Links to the previous and next page; empty for a single page. */
export function Pagination({ state, hasNext }: { state: ShopState; hasNext: boolean }) {
  const { t } = useTranslation("shop");
  const { page } = state;
  if (page === 1 && !hasNext) return null;
  return (
    <nav
      aria-label={t("pages.label")}
      className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3"
    >
      {page > 1 && (
        <a rel="prev" href={shopPath(state, { page: page - 1 })} className={PAGE_LINK}>
          {t("pages.previous")}
        </a>
      )}
      <span aria-current="page" className="text-ink-2 tabular-nums">
        {t("pages.current", { page })}
      </span>
      {hasNext && (
        <a rel="next" href={shopPath(state, { page: page + 1 })} className={PAGE_LINK}>
          {t("pages.next")}
        </a>
      )}
    </nav>
  );
}

const PAGE_LINK =
  "inline-flex min-h-11 items-center rounded-full border border-line-2 bg-card px-5 font-semibold no-underline hover:border-ink";
