import { memo, type ReactNode, useId } from "react";
import { CATEGORIES, categoryKey } from "../../products/rules/categories";
import { Icon } from "../../ui/icon";
import { PageLink } from "../../ui/page-link";
import { useTranslation } from "../../ui/translation";
import { type ShopState, shopPath, subcategoriesOf } from "../rules/shop";
import type { Prefetch } from "./use-favourites";

/** Links that a narrow screen shows while collapsed. */
const COLLAPSED_COUNT = 6;

interface BarProps {
  state: ShopState;
  prefetch: Prefetch;
}

/** The navigator, and a toggle that hides it. */
export const CategoryBar = memo(function CategoryBar({ state, prefetch }: BarProps) {
  const { t } = useTranslation("shop");
  return (
    <div className="group/bar flex flex-col gap-2">
      <Toggle
        name="categories"
        defaultChecked
        className="gap-2 self-start text-ink-2 hover:text-ink"
      >
        <span className="group-has-[[data-toggle=categories]:checked]/bar:hidden">
          {t("categories.show")}
        </span>
        <span className="hidden group-has-[[data-toggle=categories]:checked]/bar:inline">
          {t("categories.hide")}
        </span>
        <Icon
          d="M5 7.5l5 5 5-5"
          className="size-4 transition group-has-[[data-toggle=categories]:checked]/bar:rotate-180"
        />
      </Toggle>
      <div className="hidden group-has-[[data-toggle=categories]:checked]/bar:block">
        <CategoryNavigator state={state} prefetch={prefetch} />
      </div>
    </div>
  );
});

/** The main categories, or the subcategories of the chosen one. */
function CategoryNavigator({ state, prefetch }: BarProps) {
  const { t } = useTranslation("shop");
  const { category } = state;
  const subcategories = subcategoriesOf(category);
  return (
    <nav aria-label={t("categories.label")}>
      {category === null ? (
        <Chips ids={[null, ...CATEGORIES.map(({ id }) => id)]} current={null} prefetch={prefetch}>
          {(id) => shopPath(state, { category: id })}
        </Chips>
      ) : (
        <div className="flex flex-col gap-2">
          <PageLink
            to={shopPath(state, { category: null })}
            prefetch={prefetch}
            className="link inline-flex min-h-9 items-center gap-1.5 self-start font-semibold text-sm"
          >
            <span aria-hidden="true">←</span>
            {t("categories.back")}
          </PageLink>
          <Subcategories
            state={state}
            prefetch={prefetch}
            category={category}
            ids={subcategories}
          />
        </div>
      )}
    </nav>
  );
}

/** The main category, which stands for all of its subcategories, and these. */
export function Subcategories(props: BarProps & { category: number; ids: readonly number[] }) {
  const { state, prefetch, category, ids } = props;
  const { t } = useTranslation("shop");
  return (
    <>
      <Chips ids={[category, ...ids]} current={state.subcategory ?? category} prefetch={prefetch}>
        {(id) => shopPath(state, { subcategory: id === category ? null : id })}
      </Chips>
      {ids.length === 0 && <p className="text-ink-2 text-sm">{t("categories.none")}</p>}
    </>
  );
}

interface ChipsProps {
  /** Null for all categories. */
  ids: readonly (number | null)[];
  current: number | null;
  prefetch: Prefetch;
  /** The target of a link. */
  children(id: number | null): string;
}

/** A narrow screen shows the first links, the current one, and a toggle that needs no script. */
function Chips({ ids, current, prefetch, children }: ChipsProps) {
  const { t: name } = useTranslation("categories");
  return (
    <ul className="group/chips flex flex-wrap gap-2">
      {ids.map((id, at) => (
        <li
          key={id ?? 0}
          className={
            at < COLLAPSED_COUNT || id === current
              ? ""
              : "phone:hidden phone:group-has-checked/chips:block"
          }
        >
          <PageLink
            to={children(id)}
            prefetch={prefetch}
            preventScrollReset
            aria-current={id === current ? "true" : undefined}
            className={`inline-flex min-h-9 items-center rounded-full border px-4 font-semibold text-sm no-underline ${
              id === current ? "border-ink bg-ink text-paper" : "border-line-2 hover:border-ink"
            }`}
          >
            {name(categoryKey(id ?? 0))}
          </PageLink>
        </li>
      ))}
      {ids.length > COLLAPSED_COUNT && <MoreToggle />}
    </ul>
  );
}

function MoreToggle() {
  const { t } = useTranslation("shop");
  return (
    <li className="hidden phone:block">
      <Toggle className="link px-2 text-ink-2">
        <span className="group-has-checked/chips:hidden">{t("categories.more")}</span>
        <span className="hidden group-has-checked/chips:inline">{t("categories.less")}</span>
      </Toggle>
    </li>
  );
}

/** A checkbox that looks like a button: the style sheet shows and hides what it stands for. */
export function Toggle(props: {
  /** Value of `data-toggle`, by which styles find the checkbox. */
  name?: string;
  defaultChecked?: boolean;
  className: string;
  children: ReactNode;
}) {
  const { name, defaultChecked, className, children } = props;
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={`relative inline-flex min-h-9 cursor-pointer items-center font-semibold text-sm has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 ${className}`}
    >
      <input
        id={id}
        type="checkbox"
        data-toggle={name}
        defaultChecked={defaultChecked}
        className="sr-only"
      />
      {children}
    </label>
  );
}
